// SPDX-License-Identifier: Apache-2.0

/// A few words of the traveller's own, fit to stand in a prompt as a quotation.
///
/// The words are data. They stand in a message of the user, never in the instructions; message text cannot become a
/// control token; and no schema is made from them, so they can change neither the structure of a plan nor the places that it
/// may name. Their only effect beside the prompt is on the order of places, by words that they share.
public struct TravellerNote: Sendable, Hashable, Codable {
  public let text: String

  /// Most characters of a note.
  public static let lengthLimit = 400

  /// - Parameter text: Line ends and other control characters count as spaces; double quotation marks become single ones.
  /// - Throws: `TripPlanningError.noteTooLong`.
  public init?(_ text: String) throws(TripPlanningError) {
    let cleaned = PlainText.line(text).replacing("\"", with: "'")
    guard cleaned.count <= Self.lengthLimit else {
      throw .noteTooLong(length: cleaned.count, limit: Self.lengthLimit)
    }
    if cleaned.isEmpty { return nil }
    self.text = cleaned
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let note = try TravellerNote(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "an empty note"))
    }
    self = note
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
