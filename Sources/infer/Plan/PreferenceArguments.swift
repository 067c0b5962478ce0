// SPDX-License-Identifier: Apache-2.0
import TripPlanning

/// Reads what the travellers ask for off the command line.
enum PreferenceArguments {
  /// - Throws: a usage error for an interest that does not exist, or a note that is too long.
  static func preferences(_ arguments: ParsedArguments) throws(CommandError) -> TripPreferences {
    let note: TravellerNote?
    do {
      note = try arguments.text(.note).flatMap { (text) throws(TripPlanningError) in try TravellerNote(text) }
    } catch {
      throw CommandError(.usage, error.description)
    }
    return TripPreferences(
      travellers: arguments.text(.travellers).flatMap(Travellers.init(rawValue:)),
      pace: arguments.text(.pace).flatMap(Pace.init(rawValue:)) ?? .steady,
      budget: arguments.text(.tripBudget).flatMap(Budget.init(rawValue:)),
      interests: try interests(arguments.texts(.interests)),
      diet: arguments.text(.diet).flatMap(Diet.init(rawValue:)), stepFree: arguments.has(.stepFree), note: note)
  }

  /// Interests from lists with commas.
  private static func interests(_ lists: [String]) throws(CommandError) -> [Interest] {
    var interests: [Interest] = []
    let names = Interest.allCases.map(\.rawValue)
    for list in lists {
      for word in list.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
        guard let interest = Interest(rawValue: word.lowercased()) else {
          let meant = suggestions(for: String(word), among: names, limit: 1).first
          let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
          throw CommandError(
            .usage, "no interest is called \"\(word)\"\(hint); there are \(names.joined(separator: ", "))")
        }
        interests.append(interest)
      }
    }
    return interests
  }
}
