// SPDX-License-Identifier: Apache-2.0

extension PlannedTrip {
  /// What of the travellers' wishes the known places could not meet, and days that are long: a sentence each, for a person.
  public var cautions: [String] {
    var cautions: [String] = []
    let stops = places.flatMap(\.self).compactMap(\.self)
    if preferences.stepFree {
      let steep = stops.filter { $0.traits.contains(.strenuous) }.map(\.name)
      if !steep.isEmpty { cautions.append("Steps or a steep way: \(PreferenceText.joined(steep)).") }
      cautions.append("Ask each place about access: the data does not say everything.")
    }
    if let diet = preferences.diet {
      let meals = stops.filter { $0.category.activityKind == .foodAndDining }
      let known = meals.filter { !$0.traits.isDisjoint(with: diet.traits) }.map(\.name)
      if known.isEmpty {
        cautions.append("None of these places to eat is known for \(diet.text) food; ask before you go.")
      } else if known.count < meals.count {
        cautions.append("Known for \(diet.text) food: \(PreferenceText.joined(known)); ask at the others.")
      }
    }
    for (index, day) in places.enumerated() {
      let kilometres = Self.length(of: day.compactMap(\.self))
      if kilometres > 60 {
        cautions.append("Day \(index + 1) covers \(Int(kilometres.rounded())) km as the crow flies.")
      }
    }
    return cautions
  }

  /// Kilometres from stop to stop, as the crow flies.
  public static func length(of stops: [PointOfInterest]) -> Double {
    zip(stops, stops.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
  }
}
