// SPDX-License-Identifier: Apache-2.0
import KernelBodies

#if arch(x86_64)
  import CIntrinsics
  import KernelsAVX2
  import KernelsAVX512
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The instruction sets that kernels exist for, slowest first.
package enum InstructionSet: String, CaseIterable, Comparable, Sendable {
  case portable, avx2, avx512

  package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }

  /// Those this processor and operating system can run.
  package static let supported: [InstructionSet] = allCases.filter { $0 <= best }

  /// What `INFER_ISA` asks for, or the fastest supported one; a failure when it asks for what is unknown or missing.
  package static let selection: Result<InstructionSet, InstructionSetError> = select(
    getenv("INFER_ISA").map { String(cString: $0) })

  /// The selected one; `portable` where the selection failed, which a program reports before it computes anything.
  package static let active: InstructionSet = (try? selection.get()) ?? .portable

  /// The choice that a value of `INFER_ISA` makes.
  package static func select(_ name: String?) -> Result<InstructionSet, InstructionSetError> {
    guard let name, !name.isEmpty else { return .success(best) }
    guard let set = InstructionSet(rawValue: name) else { return .failure(.init(kind: .unknown, name: name)) }
    return set <= best ? .success(set) : .failure(.init(kind: .unsupported, name: name))
  }

  /// The entry points; valid for the life of the process.
  package var kernels: UnsafePointer<KernelTable> {
    switch self {
    case .portable: Self.portableTable
    case .avx2: Self.avx2Table
    case .avx512: Self.avx512Table
    }
  }

  nonisolated(unsafe) private static let portableTable = immortal(portableKernels)
  #if arch(x86_64)
    nonisolated(unsafe) private static let avx2Table = immortal(avx2Kernels)
    nonisolated(unsafe) private static let avx512Table = immortal(avx512Kernels)
  #else
    nonisolated(unsafe) private static let avx2Table = portableTable
    nonisolated(unsafe) private static let avx512Table = portableTable
  #endif

  private static func immortal(_ table: KernelTable) -> UnsafePointer<KernelTable> {
    let pointer = UnsafeMutablePointer<KernelTable>.allocate(capacity: 1)
    pointer.initialize(to: table)
    return UnsafePointer(pointer)
  }

  private static let best: InstructionSet = {
    #if arch(x86_64)
      let features = ProcessorFeatures()
      if features.hasAVX512 { return .avx512 }
      if features.hasAVX2 { return .avx2 }
    #endif
    return .portable
  }()
}

/// Why `INFER_ISA` cannot be followed.
package struct InstructionSetError: Error, Equatable, CustomStringConvertible {
  package enum Kind: Sendable { case unknown, unsupported }
  package let kind: Kind
  package let name: String

  package init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  package var description: String {
    let names = InstructionSet.supported.map(\.rawValue).joined(separator: ", ")
    return switch kind {
    case .unknown: "INFER_ISA: no instruction set is named '\(name)'; this processor runs \(names)"
    case .unsupported: "INFER_ISA: this processor lacks '\(name)'; it runs \(names)"
    }
  }
}
