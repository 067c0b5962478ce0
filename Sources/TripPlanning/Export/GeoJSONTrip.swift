// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A trip as GeoJSON (RFC 7946): a point for each stop, a line for each day.
struct GeoJSONTrip {
  let trip: PlannedTrip

  init(_ trip: PlannedTrip) { self.trip = trip }

  var text: String {
    var features: [JSONValue] = []
    for day in trip.itinerary.days.indices {
      let stops = trip.stops(ofDay: day).filter { $0.place != nil }
      features += stops.map(point)
      if stops.count > 1 { features.append(line(day, stops)) }
    }
    let collection: JSONValue = [
      "type": "FeatureCollection", "name": .string(trip.itinerary.title), "features": .array(features),
    ]
    return collection.text(.pretty) + "\n"
  }

  private func point(_ stop: TripStop) -> JSONValue {
    let place = stop.place
    return [
      "type": "Feature", "geometry": ["type": "Point", "coordinates": position(stop)],
      "properties": [
        "name": .string(stop.activity.title), "description": .string(stop.activity.description),
        "day": .number(JSONNumber(stop.day + 1)), "stop": .number(JSONNumber(stop.index + 1)),
        "type": .string(stop.activity.type.rawValue), "category": .string(place?.category.rawValue ?? ""),
        "area": .string(place?.area ?? ""),
      ],
    ]
  }

  private func line(_ day: Int, _ stops: [TripStop]) -> JSONValue {
    [
      "type": "Feature", "geometry": ["type": "LineString", "coordinates": .array(stops.map(position))],
      "properties": ["name": .string(trip.itinerary.days[day].title), "day": .number(JSONNumber(day + 1))],
    ]
  }

  private func position(_ stop: TripStop) -> JSONValue {
    guard let coordinate = stop.place?.coordinate else { return [] }
    return [.number(JSONNumber(coordinate.longitude)), .number(JSONNumber(coordinate.latitude))]
  }
}
