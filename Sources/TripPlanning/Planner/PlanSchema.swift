// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// The run-time schema of one plan.
///
/// An array has one schema for all its elements, but every slot of a plan allows other places. So the days are
/// properties `day1`, `day2` … of the root, and the stops properties `activity1` … of a day; `PlanShape` turns what was
/// generated into the arrays of `Itinerary`.
struct PlanSchema {
  let outline: TripOutline

  /// - Throws: `GenerationSchema.SchemaError`, or an error from `Regex`, for a name that cannot stand in a pattern.
  func generationSchema() throws -> GenerationSchema {
    let pattern = TextPattern(names: outline.landmark.properNames)
    var properties = [
      property("title", try text(pattern.title(destination: outline.landmark.name))),
      property("destinationName", choice("DestinationName", [outline.landmark.name])),
      property("description", try text(pattern.sentence(openers: PlanOpeners.description, words: 8...26))),
      property("rationale", try text(pattern.sentence(openers: PlanOpeners.rationale, words: 8...26))),
    ]
    var stopsOfKind: [Activity.Kind: Int] = [:]
    for (index, day) in outline.days.enumerated() {
      properties.append(
        property(PlanShape.dayKey(index), try schema(of: day, index: index, pattern, stopsOfKind: &stopsOfKind)))
    }
    return try GenerationSchema(
      root: DynamicGenerationSchema(name: "Itinerary", properties: properties), dependencies: [])
  }

  private func schema(
    of day: TripOutline.Day, index: Int, _ pattern: TextPattern, stopsOfKind: inout [Activity.Kind: Int]
  ) throws -> DynamicGenerationSchema {
    let name = "Day\(index + 1)"
    var properties = [
      property("title", try text(pattern.phrase(openers: PlanOpeners.title(day: index), words: 2...6))),
      property("subtitle", try text(pattern.phrase(openers: PlanOpeners.subtitle(day: index), words: 3...9))),
      property("destination", choice("\(name)Destination", day.areas)),
    ]
    for (position, slot) in day.slots.enumerated() {
      let openers = PlanOpeners.stop(slot.kind, index: stopsOfKind[slot.kind, default: 0])
      stopsOfKind[slot.kind, default: 0] += 1
      let key = PlanShape.activityKey(position)
      let type = "\(name)Activity\(position + 1)"
      properties.append(
        property(
          key,
          DynamicGenerationSchema(
            name: type,
            properties: [
              property("type", choice("\(type)Kind", [slot.kind.rawValue])),
              property("title", choice("\(type)Place", slot.candidates.map(\.name))),
              property("description", try text(pattern.sentence(openers: openers, words: 6...22))),
            ])))
    }
    return DynamicGenerationSchema(name: name, properties: properties)
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
