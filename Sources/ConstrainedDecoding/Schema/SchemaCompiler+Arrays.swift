// SPDX-License-Identifier: Apache-2.0

// Arrays: alternatives for each place, and what each counts for.
extension SchemaCompiler {
  mutating func arrays(_ demand: ArrayDemand, _ place: Int) throws(SchemaError) -> [GrammarDraft.Array] {
    var tallies: [ArrayDemand.Tally] = []
    for tally in demand.tallies {
      if let index = tallies.firstIndex(where: { $0.terms == tally.terms && $0.start == tally.start }) {
        tallies[index].minimum = max(tallies[index].minimum, tally.minimum)
        tallies[index].maximum = SchemaNormalizer.least(tallies[index].maximum, tally.maximum)
      } else {
        tallies.append(tally)
      }
    }
    var minimum = demand.minimum
    // So many items come before the first that counts.
    for tally in tallies where tally.minimum > 0 {
      if let maximum = tally.maximum, maximum < tally.minimum { return [] }
      minimum = max(minimum, tally.minimum.addingReportingOverflow(tally.start).partialValue)
    }
    if let maximum = demand.maximum, minimum > maximum { return [] }
    if tallies.count > GrammarDraft.Array.maximumTallies {
      normalizer.leave(place, "contains", "more than \(GrammarDraft.Array.maximumTallies) of these together")
      tallies = Array(tallies.prefix(GrammarDraft.Array.maximumTallies))
    }
    var array = GrammarDraft.Array(minimum: minimum, maximum: demand.maximum, isUnique: demand.isUnique)
    array.tallies = tallies.map { .init(minimum: $0.minimum, maximum: $0.maximum) }
    // Items past `maxItems` never come. A tally that begins further on has items of its own until then.
    let length = min(max(demand.prefix.count, tallies.map(\.start).max() ?? 0), demand.maximum ?? .max)
    for index in 0..<length {
      let terms = index < demand.prefix.count ? demand.prefix[index] : demand.items
      array.prefix.append(try items(terms, tallies, at: index))
    }
    if length < demand.maximum ?? .max { array.rest = try items(demand.items, tallies, at: length) }
    return [array]
  }

  /// The alternatives for an item: one for each set of tallies that it may raise.
  private mutating func items(
    _ terms: [SchemaTerm], _ tallies: [ArrayDemand.Tally], at index: Int
  ) throws(SchemaError) -> [GrammarDraft.Item] {
    let active = tallies.indices.filter { tallies[$0].start <= index }
    var result: [GrammarDraft.Item] = []
    for subset in 0..<1 << active.count {
      var demands = terms
      var bits: UInt8 = 0
      for (bit, number) in active.enumerated() {
        if subset >> bit & 1 != 0 {
          demands = demands.union(tallies[number].terms)
          bits |= 1 << UInt8(number)
        } else if tallies[number].maximum != nil {
          // What is bounded above must not be had without being counted.
          demands = demands.union(try opposite(of: tallies[number].terms))
        }
      }
      if demands.isContradictory { continue }
      result.append(.init(value: try node(for: demands), tallies: bits))
    }
    return result
  }

  private mutating func opposite(of terms: [SchemaTerm]) throws(SchemaError) -> [SchemaTerm] {
    if terms.count == 1 { return [terms[0].opposite] }
    return [SchemaTerm(normalizer.places.add(union: terms.map(\.opposite), for: terms.first?.place ?? 0))]
  }
}
