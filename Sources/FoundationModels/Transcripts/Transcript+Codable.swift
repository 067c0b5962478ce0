// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The JSON form is that of Apple's framework: entries with a `role`, schemas as JSON Schema, arguments as JSON text.
extension Transcript: Codable {
  private static let type = "FoundationModels.Transcript"

  /// Reads a transcript in its JSON form.
  ///
  /// - Throws: `DecodingError` that names the entry.
  public init(from decoder: any Decoder) throws {
    let document = try CodableJSON(from: decoder).value
    do throws(TranscriptFormError) {
      guard document["type"]?.stringValue == Self.type else { throw .init("type", "is not '\(Self.type)'") }
      guard let version = document["version"]?.doubleValue ?? document["version"]?.stringValue.flatMap(Double.init),
        (1..<2).contains(version)
      else { throw .init("version", "is not 1") }
      guard let entries = document["transcript"]?["entries"]?.arrayValue else {
        throw .init("transcript.entries", "is missing")
      }
      var storage: [Entry] = []
      for (index, entry) in entries.enumerated() {
        storage += try TranscriptReader(place: "entries[\(index)]").entries(from: entry)
      }
      self.init(entries: storage)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Writes the transcript in its JSON form. A guide that has no JSON form is left out of its schema.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let document: JSONValue = [
      "type": .string(Self.type), "version": 1,
      "transcript": ["entries": .array(storage.map(TranscriptWriter.json))],
    ]
    try CodableJSON(document).encode(to: encoder)
  }
}

/// What is wrong with the JSON form of a transcript, and where.
struct TranscriptFormError: Error {
  let description: String

  init(_ place: String, _ problem: String) { description = "\(place) \(problem)." }
}
