// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// `unevaluatedProperties` and `unevaluatedItems`: a demand on what the schemas that hold have not looked at.
extension SchemaNormalizer {
  /// What the keywords of the schema itself look at.
  mutating func ownEvaluated(_ id: Int, _ schema: JSONObject) throws(SchemaError) -> Evaluated {
    var result = Evaluated()
    for (position, key) in schema.keys.enumerated() {
      guard let keyword = SchemaKeyword(named: key) else { continue }
      let value = schema.values[position]
      switch keyword {
      case .properties: result.keys += value.objectValue?.keys ?? []
      case .patternProperties:
        for pattern in value.objectValue?.keys ?? [] {
          if let set = try set(ofPattern: pattern, id, keyword) { result.patterns.append(set) }
        }
      case .additionalProperties: result.allProperties = true
      case .prefixItems: result.items = max(result.items, value.arrayValue?.count ?? 0)
      case .items:
        if let items = value.arrayValue {
          result.items = max(result.items, items.count)
        } else {
          result.allItems = true
        }
      case .additionalItems: if schema["items"]?.arrayValue != nil { result.allItems = true }
      case .contains: result.matching.append(SchemaTerm(places.child(id, position)))
      default: break
      }
    }
    return result
  }

  mutating func leftOverProperties(
    _ alternatives: [Conjunct], _ term: SchemaTerm, _ id: Int
  ) throws(SchemaError) -> [Conjunct] {
    var result: [Conjunct] = []
    for alternative in alternatives {
      let evaluated = alternative.evaluated ?? Evaluated()
      var demand = Conjunct(types: .all, place: id)
      demand.evaluated = Evaluated()
      demand.evaluated?.allProperties = true
      if !evaluated.allProperties {
        var keys = KeySet(alsoExcluded: evaluated.keys, isInverted: true)
        if !evaluated.patterns.isEmpty {
          keys.set = try texts(id, .unevaluatedProperties) { (algebra) throws(PatternError) in
            try algebra.union(evaluated.patterns)
          }
          if keys.set == nil { continue }
          keys.parts = evaluated.patterns
        }
        memo.ruleCount += 1
        demand.object.orNew.rules = [.init(id: -memo.ruleCount, keys: keys, terms: [term])]
        demand.object.orNew.mentionsOthers = true
        for key in evaluated.keys where demand.object?.properties.index(of: key) == nil {
          demand.object?.properties.append(key, [])
        }
      }
      result += try meet([alternative], [demand], at: id)
    }
    return result
  }

  mutating func leftOverItems(
    _ alternatives: [Conjunct], _ term: SchemaTerm, _ id: Int
  ) throws(SchemaError) -> [Conjunct] {
    var result: [Conjunct] = []
    for alternative in alternatives {
      let evaluated = alternative.evaluated ?? Evaluated()
      var demand = Conjunct(types: .all, place: id)
      demand.evaluated = Evaluated()
      demand.evaluated?.allItems = true
      if !evaluated.allItems {
        let terms =
          evaluated.matching.isEmpty
          ? [term] : [SchemaTerm(places.add(union: evaluated.matching + [term], for: id))]
        demand.array.orNew.prefix = Array(repeating: [], count: evaluated.items)
        demand.array.orNew.items = terms
      }
      result += try meet([alternative], [demand], at: id)
    }
    return result
  }
}
