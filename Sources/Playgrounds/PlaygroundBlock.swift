// SPDX-License-Identifier: Apache-2.0

/// One `#Playground` of a file, ready to run. The macro writes code that makes these; programs have no use for them.
public final class PlaygroundBlock: Sendable {
  /// The name given, if any.
  public let name: String?
  /// `Module/File.swift`.
  public let file: String
  /// The line of `#Playground`, from 1.
  public let line: Int
  private let body: @MainActor @Sendable (PlaygroundLog) async throws -> Void

  public init(
    name: String?, file: String, line: Int,
    body: @escaping @MainActor @Sendable (PlaygroundLog) async throws -> Void
  ) {
    self.name = name
    self.file = file
    self.line = line
    self.body = body
  }

  /// Runs the block to its end.
  ///
  /// - Throws: what the block throws.
  @MainActor public func run(reportingTo log: PlaygroundLog) async throws { try await body(log) }

  /// The block, to be handed over a C function; ``take(_:)`` takes it back.
  public var retainedPointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The block that a pointer from ``retainedPointer`` stands for. Each pointer can be taken once.
  public static func take(_ retainedPointer: UnsafeMutableRawPointer) -> PlaygroundBlock {
    Unmanaged<PlaygroundBlock>.fromOpaque(retainedPointer).takeRetainedValue()
  }
}
