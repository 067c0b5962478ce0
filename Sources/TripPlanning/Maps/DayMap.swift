// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The map of one day as an SVG drawing: land and water, numbered pins, the line from stop to stop, a scale, and where in the
/// world it is. Colours are classes (`m-land`, `m-pin` …) with plain attributes for where there is no style sheet.
public struct DayMap: Sendable {
  private let landmark: Landmark
  private let stops: [TripStop]
  private let title: String

  private static let width = 640.0
  private static let height = 400.0

  /// - Parameter day: from 0; it must be a day of the trip's itinerary.
  public init(_ trip: PlannedTrip, day: Int) {
    landmark = trip.landmark
    stops = trip.stops(ofDay: day).filter { $0.place != nil }
    title = "Map of day \(day + 1)"
  }

  /// The drawing; nil where no stop's place is known.
  public var svg: String? {
    let points = stops.compactMap(\.place?.coordinate)
    guard !points.isEmpty else { return nil }
    let projection = MapProjection(
      fitting: points, width: Self.width, height: Self.height, margin: 60, leastSpan: 1.5)
    let names = stops.map { "\($0.index + 1). \($0.activity.title)" }.joined(separator: ", ")
    let legend = PlannedTrip.length(of: stops.compactMap(\.place))
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" role=\"img\" class=\"map\">",
      "<title>\(MarkupText.xml(title))</title>",
      "<desc>\(MarkupText.xml("\(names). \(Self.kilometres(legend)) from stop to stop, as the crow flies."))</desc>",
    ]
    parts += background(projection)
    parts.append(line(points.map(projection.point)))
    parts += pins(projection)
    parts += scaleBar(projection)
    parts += worldInset()
    return parts.joined() + "</svg>"
  }

  // MARK: Land and water

  private func background(_ projection: MapProjection) -> [String] {
    // Where there is no map data for the place, a plain ground says nothing false.
    guard let shapes = MapShapes.around(landmark)?.shapes else {
      return ["<rect class=\"m-plain\" width=\"640\" height=\"400\" fill=\"#eef0ea\"/>"]
    }
    var parts = ["<rect class=\"m-water\" width=\"640\" height=\"400\" fill=\"#cfe3ee\"/>"]
    for shape in shapes {
      guard let path = Self.path(shape.points, projection, isClosed: shape.kind != .river) else { continue }
      switch shape.kind {
      case .land: parts.append("<path class=\"m-land\" fill=\"#eef0e6\" stroke=\"#9fb3a5\" d=\"\(path)\"/>")
      case .lake: parts.append("<path class=\"m-water\" fill=\"#cfe3ee\" d=\"\(path)\"/>")
      case .river:
        parts.append("<path class=\"m-river\" fill=\"none\" stroke=\"#a9cbe0\" stroke-width=\"2\" d=\"\(path)\"/>")
      }
    }
    return parts
  }

  private static func path(_ points: [Coordinate], _ projection: MapProjection, isClosed: Bool) -> String? {
    guard points.count > 1 else { return nil }
    var path = ""
    for (index, coordinate) in points.enumerated() {
      let point = projection.point(coordinate)
      path += (index == 0 ? "M" : "L") + number(point.x) + " " + number(point.y)
    }
    return isClosed ? path + "Z" : path
  }

  // MARK: Stops

  private func line(_ points: [(x: Double, y: Double)]) -> String {
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    return "<polyline class=\"m-line\" fill=\"none\" stroke=\"#b5482a\" stroke-width=\"3\" stroke-dasharray=\"7 6\""
      + " stroke-linejoin=\"round\" points=\"\(list)\"/>"
  }

  /// Pins that would cover each other are moved apart; a pin is a mark with a number, not a measurement.
  private func pins(_ projection: MapProjection) -> [String] {
    var places: [(x: Double, y: Double)] = []
    return stops.compactMap { stop in
      guard let coordinate = stop.place?.coordinate else { return nil }
      var point = projection.point(coordinate)
      for _ in 0..<8 {
        guard let near = places.first(where: { hypot($0.x - point.x, $0.y - point.y) < 30 }) else { break }
        let distance = hypot(point.x - near.x, point.y - near.y)
        let (dx, dy) = distance < 1 ? (1.0, 0.3) : ((point.x - near.x) / distance, (point.y - near.y) / distance)
        point = (near.x + dx * 31, near.y + dy * 31)
      }
      point = (min(max(point.x, 18), Self.width - 18), min(max(point.y, 18), Self.height - 18))
      places.append(point)
      let onRight = point.x < Self.width * 0.6
      let name = MarkupText.xml(stop.activity.title)
      let x = Self.number(onRight ? point.x + 20 : point.x - 20)
      return
        "<g class=\"m-pin\"><circle cx=\"\(Self.number(point.x))\" cy=\"\(Self.number(point.y))\" r=\"14\" fill=\"#b5482a\""
        + " stroke=\"#fff\" stroke-width=\"2\"/><text class=\"m-number\" x=\"\(Self.number(point.x))\""
        + " y=\"\(Self.number(point.y + 5))\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"700\" fill=\"#fff\">\(stop.index + 1)</text>"
        + "<text class=\"m-name\" x=\"\(x)\" y=\"\(Self.number(point.y + 5))\" font-size=\"15\" fill=\"#26302b\""
        + " stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\" text-anchor=\"\(onRight ? "start" : "end")\">\(name)</text></g>"
    }
  }

  // MARK: Scale and world

  private func scaleBar(_ projection: MapProjection) -> [String] {
    let lengths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
    let length = lengths.last { $0 * projection.unitsPerKilometre <= 160 } ?? 0.1
    let units = Self.number(length * projection.unitsPerKilometre)
    return [
      "<g class=\"m-scale\" stroke=\"#26302b\" fill=\"none\"><path d=\"M16 384v6h\(units)v-6\"/></g>",
      "<text class=\"m-name\" x=\"18\" y=\"380\" font-size=\"13\" fill=\"#26302b\">\(Self.kilometres(length))</text>",
    ]
  }

  private func worldInset() -> [String] {
    let (width, height) = (128.0, 64.0)
    func point(_ coordinate: Coordinate) -> String {
      let x = (coordinate.longitude + 180) / 360 * width
      let y = (90 - coordinate.latitude) / 180 * height
      return "\(Self.number(x)) \(Self.number(y))"
    }
    let land = MapShapes.world.shapes.filter { $0.kind == .land }.map { shape in
      "M" + shape.points.map(point).joined(separator: "L") + "Z"
    }
    let here = point(landmark.coordinate).split(separator: " ")
    return [
      "<g transform=\"translate(500 324)\"><rect class=\"m-water\" width=\"128\" height=\"64\" rx=\"4\" fill=\"#cfe3ee\"",
      " stroke=\"#9fb3a5\"/><path class=\"m-land\" fill=\"#dfe5d6\" d=\"\(land.joined())\"/>",
      "<circle class=\"m-here\" cx=\"\(here[0])\" cy=\"\(here[1])\" r=\"3.5\" fill=\"#b5482a\" stroke=\"#fff\"/></g>",
    ]
  }

  static func kilometres(_ value: Double) -> String {
    if value < 1 { return "\(Int((value * 1000).rounded())) m" }
    return value < 10 && value != value.rounded() ? "\((value * 10).rounded() / 10) km" : "\(Int(value.rounded())) km"
  }

  /// One digit after the point, as a drawing needs no more. Values far outside are cut: they only have to be outside.
  private static func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -20_000), 20_000) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
