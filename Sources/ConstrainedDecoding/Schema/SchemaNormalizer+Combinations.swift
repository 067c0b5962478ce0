// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Keywords that make alternatives.
extension SchemaNormalizer {
  mutating func anyOf(
    _ result: [Conjunct], _ id: Int, _ position: Int, _ tracks: Bool, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    let branches = try branches(id, position, .anyOf)
    guard tracks, branches.count > 1 else {
      return try meet(result, try any(branches, tracks, open, id), at: id)
    }
    // Each set of branches that hold evaluates something else. Evaluating more only allows more, so that no branch has to be
    // said not to hold.
    guard branches.count <= 6 else {
      leave(id, "anyOf", "telling what more than 6 branches evaluate")
      return try meet(result, try any(branches, tracks, open, id), at: id)
    }
    var alternatives: [Conjunct] = []
    for subset in 1..<1 << branches.count {
      let chosen = branches.indices.filter { subset >> $0 & 1 != 0 }.map { branches[$0] }
      alternatives += try all(chosen, true, open, id)
      try checkCount(alternatives.count, id)
    }
    return try meet(result, alternatives, at: id)
  }

  mutating func oneOf(
    _ result: [Conjunct], _ id: Int, _ position: Int, _ tracks: Bool, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    let branches = try branches(id, position, .oneOf)
    // What stands beside it may be what sets the branches apart.
    var whole: [[Conjunct]] = []
    var count = 0
    for branch in branches {
      whole.append(try meet(result, try expand(branch, tracks: tracks, below: open), at: id))
      count += whole[whole.count - 1].count
      try checkCount(count, id)
    }
    if branches.count == 1 || hasDiscriminator(whole) { return whole.flatMap { $0 } }
    let exact = try attempt(id, .oneOf, count) { (it) throws(SchemaError) in
      var exact: [Conjunct] = []
      for (index, alternatives) in whole.enumerated() {
        var rest = alternatives
        for (other, branch) in branches.enumerated() where other != index {
          var apart: [Conjunct] = []
          var together: [Conjunct] = []
          for conjunct in rest {
            let areApart = try it.areDisjoint([conjunct], whole[other], depth: 0)
            if areApart { apart.append(conjunct) } else { together.append(conjunct) }
          }
          if together.isEmpty { continue }
          let opposite = try it.expand(try it.canonical(branch.opposite), tracks: false, below: open)
          rest = apart + (try it.meet(together, opposite, at: id))
          guard rest.count + exact.count <= max(Self.maximumExpansion, count) else {
            throw it.error(.tooComplex("more than \(Self.maximumExpansion) alternatives"), id, "oneOf")
          }
        }
        exact += rest
      }
      return exact
    }
    return exact ?? whole.flatMap { $0 }
  }

  /// `if`, `then` and `else`.
  mutating func conditional(
    _ result: [Conjunct], _ id: Int, _ schema: JSONObject, _ position: Int, _ tracks: Bool, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    let then = schema.index(ofKey: "then").map { SchemaTerm(places.child(id, $0)) }
    let otherwise = schema.index(ofKey: "else").map { SchemaTerm(places.child(id, $0)) }
    let condition = SchemaTerm(places.child(id, position))
    guard then != nil || otherwise != nil || tracks else { return result }
    let alternatives = try attempt(id, .if, result.count) { (it) throws(SchemaError) in
      try it.all([condition] + (then.map { [$0] } ?? []), tracks, open, id)
        + it.all([condition.opposite] + (otherwise.map { [$0] } ?? []), tracks, open, id)
    }
    guard let alternatives else { return result }
    return try meetIfPossible(result, alternatives, id, .if)
  }

  /// What the presence of a key demands.
  mutating func dependencies(
    _ result: [Conjunct], _ id: Int, _ position: Int, _ keyword: SchemaKeyword, _ tracks: Bool, _ open: [SchemaTerm]
  ) throws(SchemaError) -> [Conjunct] {
    var result = result
    for (key, demand) in try dependencyList(id, position, keyword) {
      var absent = Conjunct(types: .all, place: id)
      absent.object = ObjectDemand()
      absent.object?.properties.append(key, [.never])
      var present = Conjunct(types: .object, place: id)
      present.object = ObjectDemand()
      present.object?.required = [key]
      let alternatives: [Conjunct]?
      switch demand {
      case .keys(let keys):
        if keys.isEmpty { continue }
        present.object?.required += keys.filter { PropertyKey($0) != PropertyKey(key) }
        alternatives = [absent, present]
      case .schema(let term):
        if try canonical(term) == .always { continue }
        alternatives = try attempt(id, keyword, result.count) { (it) throws(SchemaError) in
          [absent] + (try it.meet([present], try it.expand(term, tracks: tracks, below: open), at: id))
        }
      }
      guard let alternatives else { continue }
      result = try meetIfPossible(result, alternatives, id, keyword)
    }
    return result
  }

  enum Dependency {
    case keys([String])
    case schema(SchemaTerm)
  }

  mutating func dependencyList(
    _ id: Int, _ position: Int, _ keyword: SchemaKeyword
  ) throws(SchemaError) -> [(key: String, demand: Dependency)] {
    let map = places.child(id, position)
    guard case .object(let members) = places.value(map) else {
      throw error(.invalid("must be an object"), id, keyword.rawValue)
    }
    var list: [(key: String, demand: Dependency)] = []
    for (index, (key, value)) in members.enumerated() {
      switch value {
      case .array(let items) where keyword != .dependentSchemas:
        let keys = items.compactMap(\.stringValue)
        guard keys.count == items.count else {
          throw error(.invalid("must hold arrays of strings"), id, keyword.rawValue)
        }
        list.append((key, .keys(keys)))
      case .string(let text) where keyword == .dependencies: list.append((key, .keys([text])))
      case .object where keyword != .dependentRequired, .bool where keyword != .dependentRequired:
        list.append((key, .schema(SchemaTerm(places.child(map, index)))))
      default: throw error(.invalid("must hold schemas or arrays of strings"), id, keyword.rawValue)
      }
    }
    return list
  }
}
