// SPDX-License-Identifier: Apache-2.0

/// The frame of a plan: for every stop of every day what it is for and which places it may name.
///
/// No place stands in two slots, so whatever the model picks, nothing in the plan repeats.
struct TripOutline: Sendable, Equatable {
  struct Slot: Sendable, Equatable {
    let kind: Activity.Kind
    /// At least one; the outline's own choice first.
    var candidates: [PointOfInterest]
  }

  struct Day: Sendable, Equatable {
    var slots: [Slot]

    /// The areas of the day's candidates, those of the first choices first, each once; none where the data has none.
    var areas: [String] {
      var seen: Set<String> = []
      let ordered = slots.compactMap(\.candidates.first) + slots.flatMap(\.candidates)
      return ordered.map(\.area).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
  }

  let landmark: Landmark
  var days: [Day]

  static let allowedDays = 1...7

  /// `one day`, `three days`: the length of the trip in words.
  var durationText: String { Self.durationText(days: days.count) }

  static func durationText(days: Int) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven"]
    let number = words.indices.contains(days) ? words[days] : String(days)
    return "\(number) \(days == 1 ? "day" : "days")"
  }

  /// The candidate with this name, wherever it stands.
  func place(named name: String) -> PointOfInterest? {
    days.lazy.flatMap(\.slots).flatMap(\.candidates).first { $0.name == name }
  }
}
