// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A day of the Gregorian calendar, without a time or a zone.
public struct TripDate: Sendable, Hashable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  /// `2027-05-01`; nil for anything else and for days that do not exist.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    let components = DateComponents(
      calendar: Self.calendar, timeZone: Self.calendar.timeZone, year: year, month: month, day: day)
    guard year > 0, components.isValidDate else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a moment in a time zone.
  public init(_ date: Date, in zone: TimeZone = .current) {
    var calendar = Self.calendar
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    (year, month, day) = (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
  }

  public func adding(days: Int) -> TripDate {
    let parts = DateComponents(year: year, month: month, day: day, hour: 12)
    guard let noon = Self.calendar.date(from: parts),
      let moved = Self.calendar.date(byAdding: .day, value: days, to: noon)
    else { return self }
    return TripDate(moved, in: Self.calendar.timeZone)
  }

  public var description: String { Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) }

  /// `20270501`.
  var compact: String { description.replacing("-", with: "") }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(width - text.count, 0)) + text
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension TripDate: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = TripDate(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(text) is no date"))
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
