// SPDX-License-Identifier: Apache-2.0

/// A trip as CommonMark.
struct MarkdownTrip {
  let trip: PlannedTrip
  let start: TripDate?

  init(_ trip: PlannedTrip, start: TripDate?) {
    self.trip = trip
    self.start = start
  }

  var text: String {
    let plan = trip.itinerary
    var lines = ["# \(escaped(plan.title))", "", escaped(plan.description), "", "*\(escaped(plan.rationale))*"]
    for (index, day) in plan.days.enumerated() {
      let date = start.map { ", \($0.adding(days: index))" } ?? ""
      lines += ["", "## Day \(index + 1)\(date): \(escaped(day.title))", ""]
      lines += ["\(escaped(day.subtitle)) (\(escaped(day.destination)))", ""]
      for stop in trip.stops(ofDay: index) { lines += item(stop) }
    }
    let cautions = trip.cautions
    if !cautions.isEmpty { lines += ["", "## Good to know", ""] + cautions.map { "- \(escaped($0))" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private func item(_ stop: TripStop) -> [String] {
    let place = stop.place.map { place in
      let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
      return " ([\(latitude), \(longitude)](geo:\(latitude),\(longitude)))"
    }
    let number = "\(stop.index + 1). "
    return [
      "\(number)**\(escaped(stop.activity.title))**, \(stop.activity.type.label.lowercased())\(place ?? "")",
      String(repeating: " ", count: number.count) + escaped(stop.activity.description),
    ]
  }

  private func escaped(_ text: String) -> String { MarkupText.markdown(text) }
}
