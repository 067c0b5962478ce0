// SPDX-License-Identifier: Apache-2.0

/// Bounds that keep a server from being filled up.
public struct HTTPLimits: Sendable {
  /// Connections at once, in all and from one address. Others wait to be taken.
  public var connections = 64
  public var connectionsPerAddress = 48
  /// Bytes of the request line and all headers.
  public var headerBytes = 32 << 10
  /// Bytes of a body.
  public var bodyBytes = 1 << 20
  /// Seconds that a connection may be silent.
  public var idleSeconds = 30
  /// Bytes that an event stream keeps for a reader that is slow; more closes it.
  public var eventBytes = 4 << 20
  /// How often a stream without events is written to, to see whether its reader is still there.
  public var pingInterval: Duration = .seconds(1)

  public init() {}
}
