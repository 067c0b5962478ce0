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

#if arch(x86_64)
  /// What CPUID reports and the operating system saves.
  struct ProcessorFeatures {
    /// All of x86-64-v3, which the AVX2 kernels are compiled for.
    let hasAVX2: Bool
    /// AVX-512 F, DQ, CD, BW, VL and VNNI on top of that.
    let hasAVX512: Bool

    init() {
      let (_, _, ecx1, _) = Self.leaf(1, 0)
      let (_, ebx7, ecx7, _) = Self.leaf(7, 0)
      let (_, _, ecx81, _) = Self.leaf(0x8000_0001, 0)
      func has(_ register: UInt32, _ bits: UInt32...) -> Bool { bits.allSatisfy { register >> $0 & 1 == 1 } }
      // SSE3, SSSE3, FMA, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C.
      let first = has(ecx1, 0, 9, 12, 19, 20, 22, 23, 27, 28, 29)
      // BMI1, AVX2, BMI2; LZCNT.
      let second = has(ebx7, 3, 5, 8) && has(ecx81, 5)
      let state = first ? read_extended_control_register() : 0
      hasAVX2 = first && second && state & 0x6 == 0x6
      // AVX-512 F, DQ, CD, BW, VL; VNNI; opmask and upper registers saved.
      hasAVX512 = hasAVX2 && has(ebx7, 16, 17, 28, 30, 31) && has(ecx7, 11) && state & 0xE6 == 0xE6
    }

    private static func leaf(_ leaf: UInt32, _ subleaf: UInt32) -> (UInt32, UInt32, UInt32, UInt32) {
      var a: UInt32 = 0, b: UInt32 = 0, c: UInt32 = 0, d: UInt32 = 0
      return __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d) == 1 ? (a, b, c, d) : (0, 0, 0, 0)
    }
  }
#endif
