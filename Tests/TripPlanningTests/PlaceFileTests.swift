// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TripPlanning

@Suite("Places from GeoJSON")
struct PlaceFileTests {
  private func read(_ features: String) throws -> PlaceFile {
    try PlaceFile(geoJSON: Data("{\"type\":\"FeatureCollection\",\"features\":[\(features)]}".utf8), file: "f.geojson")
  }

  private func feature(_ properties: String, _ geometry: String = #"{"type":"Point","coordinates":[7.75,46.02]}"#)
    -> String
  {
    "{\"type\":\"Feature\",\"properties\":\(properties),\"geometry\":\(geometry)}"
  }

  @Test(arguments: [
    (#"{"name":"Inn","tourism":"guest_house"}"#, PlaceCategory.hotel),
    (#"{"name":"Field","tourism":"camp_site"}"#, .campground), (#"{"name":"Art","tourism":"gallery"}"#, .museum),
    (#"{"name":"Top","natural":"peak"}"#, .viewpoint), (#"{"name":"Bread","shop":"bakery"}"#, .shop),
    (#"{"name":"Soup","amenity":"restaurant"}"#, .restaurant), (#"{"name":"Port","leisure":"marina"}"#, .marina),
    (#"{"name":"Wall","historic":"city_gate"}"#, .sight), (#"{"name":"Fall","waterway":"waterfall"}"#, .sight),
    (#"{"name":"Stone","historic":"memorial"}"#, .nationalMonument), (#"{"name":"Own","category":"park"}"#, .park),
    (#"{"tags":{"name":"Nested","amenity":"cafe"}}"#, .cafe), (#"{"name":"Trees","boundary":"national_park"}"#, .park),
  ])
  func tagsSayWhatAPlaceIs(properties: String, category: PlaceCategory) throws {
    #expect(try read(feature(properties)).places.map(\.category) == [category])
  }

  @Test(arguments: [
    #"{"amenity":"bench"}"#, #"{"name":"Bench","amenity":"bench"}"#, #"{"name":"123","tourism":"hotel"}"#, "null", "{}",
    #"{"name":"Empty","shop":"vacant"}"#, #"{"tourism":"hotel","name":"  "}"#,
  ])
  func whatNobodyVisitsIsLeftOut(properties: String) throws {
    let file = try read(feature(properties) + "," + feature(#"{"name":"Inn","tourism":"hotel"}"#))
    #expect(file.places.map(\.name) == ["Inn"])
    #expect(file.skippedCount == 1)
  }

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[7,46],[8,47]]}"#, 46.5, 7.5),
    (#"{"type":"Polygon","coordinates":[[[7,46],[8,46],[8,48],[7,46]]]}"#, 47, 7.5),
    (#"{"type":"MultiPolygon","coordinates":[[[[7,46],[9,46],[9,48],[7,46]]]]}"#, 47, 8),
    (#"{"type":"Point","coordinates":[7,46,1200]}"#, 46, 7),
  ])
  func everyGeometryHasAMiddle(geometry: String, latitude: Double, longitude: Double) throws {
    let place = try #require(try read(feature(#"{"name":"Inn","tourism":"hotel"}"#, geometry)).places.first)
    #expect(place.coordinate == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test func tagsSayWhatIsKnownOfAPlace() throws {
    let properties = """
      {"name":"屋","name:en":"Green House","amenity":"restaurant","cuisine":"japanese;noodle","addr:city":"Fujiyoshida",\
      "diet:vegan":"yes","diet:halal":"no","wheelchair":"yes"}
      """
    let place = try #require(try read(feature(properties)).places.first)
    #expect(place.name == "Green House")
    #expect(place.area == "Fujiyoshida")
    #expect(place.summary == "A restaurant with japanese food in Fujiyoshida.")
    #expect(place.traits.isSuperset(of: [.vegan, .stepFree, .food]) && !place.traits.contains(.halal))
  }

  @Test func textIsTidied() throws {
    let properties = #"{"name":"A \"B\"\u0000\n\u202EC \\ D","tourism":"museum","description":"First  part. Second."}"#
    let place = try #require(try read(feature(properties)).places.first)
    #expect(place.name == "A 'B' C / D")
    #expect(place.summary == "A museum nearby." || place.summary == "First part.")
  }

  @Test(arguments: [
    ("{", PlaceFileError.Kind.notJSON, "line 1 column 2"), ("[]", .notFeatures, "it has no \"type\""),
    (#"{"elements":[]}"#, .notFeatures, "Overpass JSON"), (#"{"type":"Topology"}"#, .notFeatures, "Topology"),
    (#"{"type":"FeatureCollection"}"#, .notFeatures, "no \"features\" array"),
    (#"{"type":"FeatureCollection","features":[]}"#, .noPlaces, "has no features"),
    (#"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#, .badFeatures, "feature 0: is not of type"),
    (String(repeating: "[", count: 100_000), .notJSON, "f.geojson"), ("\u{FEFF}", .notJSON, "f.geojson"),
  ])
  func badFilesAreErrors(text: String, kind: PlaceFileError.Kind, cause: String) {
    let error = #expect(throws: PlaceFileError.self) {
      try PlaceFile(geoJSON: Data(text.utf8), file: "f.geojson")
    }
    #expect(error?.kind == kind)
    #expect(error?.description.contains(cause) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[46.02,97.7]}"#, "GeoJSON has the longitude first"),
    (#"{"type":"Point","coordinates":[181,0]}"#, "longitude 181 is not within"),
    (#"{"type":"Point","coordinates":["7","46"]}"#, "in numbers"),
    (#"{"type":"Point","coordinates":[7]}"#, "in numbers"),
    (#"{"type":"Point"}"#, "no coordinates"), (#"{"coordinates":[7,46]}"#, "no type"),
    (#"{"type":"Circle","coordinates":[7,46]}"#, "\"Circle\" is not understood"),
    (#"{"type":"Polygon","coordinates":[]}"#, "no positions"),
    (#"{"type":"Point","coordinates":[1e999,0]}"#, "longitude"),
    (#"{"type":"LineString","coordinates":7}"#, "not arrays"),
  ])
  func badFeaturesAreNamed(geometry: String, cause: String) {
    let good = feature(#"{"name":"Inn","tourism":"hotel"}"#)
    let bad = feature(#"{"name":"Odd","tourism":"hotel"}"#, geometry)
    let error = #expect(throws: PlaceFileError.self) { try read("\(good),\(bad)") }
    #expect(error?.kind == .badFeatures)
    #expect(error?.description.hasPrefix("f.geojson: feature 1 (Odd): ") == true)
    #expect(error?.description.contains(cause) == true, "\(error?.description ?? "")")
  }

  @Test func manyProblemsAreCounted() {
    let bad = feature("{}", #"{"type":"Point","coordinates":[0,91]}"#)
    let error = #expect(throws: PlaceFileError.self) {
      try read(Array(repeating: bad, count: 12).joined(separator: ","))
    }
    #expect(error?.problems.count == 5 && error?.omitted == 7)
  }

  @Test func aMissingFileIsAnError() {
    let error = #expect(throws: PlaceFileError.self) { try PlaceFile(contentsOf: "/nowhere/places.geojson") }
    #expect(error?.kind == .unreadable)
    #expect(throws: PlaceFileError.self) { try PlaceFile(contentsOf: "/") }
  }
}
