// SPDX-License-Identifier: Apache-2.0

/// Why a server cannot be started.
public struct HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Kind: Sendable, Equatable {
    /// The address is none of this machine, or no address.
    case badAddress
    /// Another program listens there.
    case portInUse
    /// The system says no.
    case system
  }

  public var kind: Kind
  public var address: String
  public var port: Int
  public var cause: String

  public var description: String {
    switch kind {
    case .badAddress: "cannot listen on \"\(address)\": \(cause)"
    case .portInUse: "port \(port) of \(address) is in use"
    case .system: "cannot listen on port \(port) of \(address): \(cause)"
    }
  }
}
