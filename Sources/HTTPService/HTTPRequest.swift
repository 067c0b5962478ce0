// SPDX-License-Identifier: Apache-2.0

/// A request that has arrived whole.
public struct HTTPRequest: Sendable {
  /// As sent, in capitals by convention.
  public let method: String
  /// Decoded, without the query.
  public let path: String
  /// By name in lower case; of several with one name the last.
  public let headers: [String: String]
  /// Decoded; of several with one name the last.
  public let query: [String: String]
  public let body: [UInt8]

  public init(
    method: String, path: String, headers: [String: String] = [:], query: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.query = query
    self.body = body
  }

  /// The media type of the body in lower case, without parameters.
  public var mediaType: String? {
    headers["content-type"]?.split(separator: ";").first.map { type in
      type.lowercased().split(whereSeparator: \.isWhitespace).joined()
    }
  }

  /// The parts of the path between its slashes.
  public var segments: [String] { path.split(separator: "/").map { String($0) } }
}
