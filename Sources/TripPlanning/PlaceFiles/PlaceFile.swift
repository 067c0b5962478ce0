// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON

/// Places from a GeoJSON file, as tools for OpenStreetMap export it (RFC 7946; tags as properties, or in a `tags` object).
public struct PlaceFile: Sendable, Equatable {
  /// Distinct by name, in the order of the file.
  public var places: [PointOfInterest]
  /// Features that are no places for a plan (no name, or a kind that nobody visits), and repeated names.
  public var skippedCount: Int

  /// Bytes of a file and features in it at most.
  static let sizeLimit = 64 << 20
  static let featureLimit = 200_000
  /// Problems that an error lists.
  static let listedProblems = 5

  /// - Throws: `PlaceFileError`.
  public init(contentsOf path: String) throws(PlaceFileError) {
    let data: Data
    do {
      // Looked at first, so that no endless file is read.
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType != .typeDirectory else {
        throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "it is a folder"])
      }
      data = try Self.read(path)
    } catch let error as PlaceFileError {
      throw error
    } catch {
      throw PlaceFileError(
        kind: .unreadable, file: path, problems: [.init(cause: "cannot be read: \(error.localizedDescription)")])
    }
    try self.init(geoJSON: data, file: path)
  }

  /// - Parameter file: what errors call it.
  /// - Throws: `PlaceFileError`.
  public init(geoJSON data: Data, file: String) throws(PlaceFileError) {
    func fail(_ kind: PlaceFileError.Kind, _ cause: String) -> PlaceFileError {
      PlaceFileError(kind: kind, file: file, problems: [.init(cause: cause)])
    }
    guard data.count <= Self.sizeLimit else { throw fail(.unreadable, "is larger than \(Self.sizeLimit >> 20) MiB") }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: Self.withoutByteOrderMark(data))
    } catch {
      throw fail(.notJSON, "\(error)")
    }
    let features: [JSONValue]
    switch json["type"]?.stringValue {
    case "FeatureCollection":
      guard let list = json["features"]?.arrayValue else { throw fail(.notFeatures, "has no \"features\" array") }
      features = list
    case "Feature": features = [json]
    case let type?:
      throw fail(.notFeatures, "is of type \"\(PlainText.line(String(type.prefix(40))))\", not a FeatureCollection")
    case nil:
      let hint = json["elements"] != nil ? "; it looks like Overpass JSON: export it as GeoJSON" : ""
      throw fail(.notFeatures, "is not GeoJSON: it has no \"type\"\(hint)")
    }
    guard features.count <= Self.featureLimit else {
      throw fail(.notFeatures, "has \(features.count) features, more than \(Self.featureLimit)")
    }
    var places: [PointOfInterest] = []
    var names: Set<String> = []
    var problems: [PlaceFileError.Problem] = []
    var skipped = 0
    for (index, feature) in features.enumerated() {
      do {
        let place = try PlaceFeature(feature).place()
        if let place, names.insert(place.name).inserted { places.append(place) } else { skipped += 1 }
      } catch {
        problems.append(.init(feature: index, name: PlaceFeature.name(feature), cause: error.cause))
      }
    }
    if !problems.isEmpty {
      throw PlaceFileError(
        kind: .badFeatures, file: file, problems: Array(problems.prefix(Self.listedProblems)),
        omitted: max(problems.count - Self.listedProblems, 0))
    }
    if places.isEmpty {
      let cause =
        features.isEmpty ? "has no features" : "none of its \(features.count) features is a named place to visit"
      throw fail(.noPlaces, cause)
    }
    self.places = places
    skippedCount = skipped
  }

  /// The bytes, one more than allowed at most.
  private static func read(_ path: String) throws -> Data {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    return try handle.read(upToCount: sizeLimit + 1) ?? Data()
  }

  private static func withoutByteOrderMark(_ data: Data) -> Data {
    data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
  }
}
