// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// The run-time schema of a plan, or of a part of one.
///
/// An array has one schema for all its elements, but every slot of a plan allows other places. So the days are
/// properties `day1`, `day2` … of the root, and the stops properties `activity1` … of a day; `PlanShape` turns what was
/// generated into the arrays of `Itinerary`. A stop is a choice between one object for each place it may name, so that
/// its description is about that place.
struct PlanSchema {
  let outline: TripOutline
  let preferences: TripPreferences
  /// For each day of the outline which day of the trip it is, from 0.
  let days: [Int]
  /// The stop that alone is written, from 0; nil where whole days are.
  let stop: Int?
  /// How many stops of each kind the trip has before these: their texts open with other words.
  let earlierStops: [Activity.Kind: Int]

  /// The schema of a whole plan.
  init(outline: TripOutline, preferences: TripPreferences = TripPreferences()) {
    self.init(outline: outline, preferences: preferences, days: outline.days.indices.map { $0 }, stop: nil)
  }

  init(
    outline: TripOutline, preferences: TripPreferences, days: [Int], stop: Int?,
    earlierStops: [Activity.Kind: Int] = [:]
  ) {
    self.outline = outline
    self.preferences = preferences
    self.days = days
    self.stop = stop
    self.earlierStops = earlierStops
  }

  /// The schema with title, description and rationale before the days.
  ///
  /// - Throws: `GenerationSchema.SchemaError`, or an error from `Regex`, for a name that cannot stand in a pattern.
  func wholeSchema() throws -> GenerationSchema {
    let landmark = outline.landmark
    let pattern = TextPattern(names: [landmark.name], facts: [landmark.description])
    let lead = "Spend \(outline.durationText) \(landmark.preposition) \(landmark.nameInText), where"
    let rationale = PreferenceText(preferences).rationaleLead(for: outline)
    let header = [
      property("title", try text(pattern.title(leads: PlanOpeners.trip(landmark.name), words: 1...5))),
      property("destinationName", choice("DestinationName", [landmark.name])),
      property("description", try text(pattern.sentence(leads: [lead], words: 16, commas: 1))),
      property("rationale", try text(pattern.extensibleSentence(lead: rationale, words: 16))),
    ]
    return try schema(header + dayProperties())
  }

  /// The schema of the days alone.
  ///
  /// - Throws: as `wholeSchema`.
  func partSchema() throws -> GenerationSchema { try schema(try dayProperties()) }

  private func schema(_ properties: [DynamicGenerationSchema.Property]) throws -> GenerationSchema {
    try GenerationSchema(root: DynamicGenerationSchema(name: "Itinerary", properties: properties), dependencies: [])
  }

  private func dayProperties() throws -> [DynamicGenerationSchema.Property] {
    var stopsOfKind = earlierStops
    return try zip(days, outline.days).map { index, day in
      property(PlanShape.dayKey(index), try schema(of: day, index: index, &stopsOfKind))
    }
  }

  private func schema(
    of day: TripOutline.Day, index: Int, _ stopsOfKind: inout [Activity.Kind: Int]
  ) throws -> DynamicGenerationSchema {
    let name = "Day\(index + 1)"
    let pattern = TextPattern()
    var properties: [DynamicGenerationSchema.Property] = []
    if stop == nil {
      properties = [
        property("title", try text(pattern.title(leads: PlanOpeners.title(day: index), words: 1...5))),
        property("subtitle", try text(pattern.title(leads: PlanOpeners.subtitle(day: index), words: 1...8))),
        property("destination", choice("\(name)Destination", day.areas.isEmpty ? [outline.landmark.name] : day.areas)),
      ]
    }
    for (position, slot) in day.slots.enumerated() {
      let verbs = PlanOpeners.stop(slot.kind, index: stopsOfKind[slot.kind, default: 0])
      stopsOfKind[slot.kind, default: 0] += 1
      properties.append(
        property(
          PlanShape.activityKey(stop ?? position),
          try schema(of: slot, name: "\(name)Activity\(position + 1)", verbs: verbs)))
    }
    return DynamicGenerationSchema(name: name, properties: properties)
  }

  private func schema(of slot: TripOutline.Slot, name: String, verbs: [String]) throws -> DynamicGenerationSchema {
    let stops = try slot.candidates.enumerated().map { index, place in
      // Names of the landmark's description fit everywhere, its numbers do not.
      let names = FactText.names(in: outline.landmark.description).filter { !$0.contains(where: \.isNumber) }
      let pattern = TextPattern(names: [outline.landmark.name] + names, facts: [place.summary])
      let lead = FactText.lead(to: place.summary)
      let description = pattern.sentence(
        leads: verbs.map { "\($0) \(place.name)\(lead)" }, words: 18,
        commas: FactText.clause(of: place.summary).dropFirst(lead.count).count { $0 == "," })
      let type = "\(name)Choice\(index + 1)"
      return DynamicGenerationSchema(
        name: type,
        properties: [
          property("type", choice("\(type)Kind", [slot.kind.rawValue])),
          property("title", choice("\(type)Place", [place.name])),
          property("description", try text(description)),
        ])
    }
    return stops.count == 1 ? stops[0] : DynamicGenerationSchema(name: name, anyOf: stops)
  }

  private func property(_ name: String, _ schema: DynamicGenerationSchema) -> DynamicGenerationSchema.Property {
    DynamicGenerationSchema.Property(name: name, schema: schema)
  }

  private func choice(_ name: String, _ values: [String]) -> DynamicGenerationSchema {
    DynamicGenerationSchema(name: name, anyOf: values)
  }

  private func text(_ pattern: String) throws -> DynamicGenerationSchema {
    DynamicGenerationSchema(type: String.self, guides: [.pattern(try Regex(pattern))])
  }
}
