// SPDX-License-Identifier: Apache-2.0

public struct OSLogPrivacy: Sendable {
  public static let auto = OSLogPrivacy()
  public static let `public` = OSLogPrivacy()
  public static let `private` = OSLogPrivacy()
  public static let sensitive = OSLogPrivacy()
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation<T>(_ value: @autoclosure () -> T, privacy: OSLogPrivacy = .auto) {
      text += "\(value())"
    }
  }

  let text: String
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

public struct Logger: Sendable {
  public init() {}
  public init(subsystem: String, category: String) {}

  public func log(_ message: OSLogMessage) { print(message.text) }
  public func trace(_ message: OSLogMessage) { print(message.text) }
  public func debug(_ message: OSLogMessage) { print(message.text) }
  public func info(_ message: OSLogMessage) { print(message.text) }
  public func notice(_ message: OSLogMessage) { print(message.text) }
  public func warning(_ message: OSLogMessage) { print(message.text) }
  public func error(_ message: OSLogMessage) { print(message.text) }
  public func critical(_ message: OSLogMessage) { print(message.text) }
  public func fault(_ message: OSLogMessage) { print(message.text) }
}
