// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

@testable import ConstrainedDecoding

/// Whether a value belongs to a draft, by trying every way to read it.
struct DraftValidator {
  let draft: GrammarDraft

  func isValid(_ value: JSONValue, _ node: Int) -> Bool {
    switch draft.nodes[node] {
    case .literals(let texts): return texts.contains { (try? JSONValue(parsing: $0)) == value }
    case .string(let matcher): return value.stringValue.map(matcher.accepts) ?? false
    case .number(let automaton):
      guard case .number(let number) = value else { return false }
      var state: Int32 = 0
      for byte in number.text.utf8 {
        state = automaton.next[Int(state) * NumberAutomaton.symbolCount + NumberAutomaton.symbol(byte)]
        if state < 0 { return false }
      }
      return automaton.isAccepting[Int(state)]
    case .choice(let parts): return parts.contains { isValid(value, $0) }
    case .object(let object): return value.objectValue.map { isValid($0, object) } ?? false
    case .array(let array): return value.arrayValue.map { isValid($0, array) } ?? false
    default: return false
    }
  }

  private func isValid(_ members: JSONObject, _ object: GrammarDraft.Object) -> Bool {
    guard members.count >= object.minimumMembers, members.count <= object.maximumMembers ?? .max else { return false }
    var last = -1
    var duties: [Set<Int>] = []
    for property in object.properties where property.isRequired && members[property.key] == nil { return false }
    for (key, value) in members {
      if let index = object.properties.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
        guard isValid(value, object.properties[index].value) else { return false }
        if !object.isAnyOrder, index < last { return false }
        last = index
      } else {
        let kinds = object.kinds.filter { $0.key.accepts(key) && isValid(value, $0.value) }
        if kinds.isEmpty { return false }
        duties.append(Set(kinds.compactMap(\.duty)))
        last = object.properties.count
      }
    }
    return canMeet(Array(0..<object.dutyCount), duties)
  }

  private func canMeet(_ open: [Int], _ members: [Set<Int>]) -> Bool {
    guard let duty = open.first else { return true }
    return members.indices.contains { index in
      guard members[index].contains(duty) else { return false }
      var rest = members
      rest.remove(at: index)
      return canMeet(Array(open.dropFirst()), rest)
    }
  }

  private func isValid(_ items: [JSONValue], _ array: GrammarDraft.Array) -> Bool {
    guard items.count >= array.minimum, items.count <= array.maximum ?? .max else { return false }
    if array.isUnique {
      for (index, item) in items.enumerated() where items[..<index].contains(where: { $0.isEquivalent(to: item) }) {
        return false
      }
    }
    var counts: Set<[Int]> = [Array(repeating: 0, count: array.tallies.count)]
    for (index, item) in items.enumerated() {
      let alternatives = index < array.prefix.count ? array.prefix[index] : array.rest
      var next: Set<[Int]> = []
      for alternative in alternatives where isValid(item, alternative.value) {
        for count in counts {
          next.insert(count.indices.map { count[$0] + Int(alternative.tallies >> UInt8($0) & 1) })
        }
      }
      counts = next
    }
    return counts.contains { count in
      zip(count, array.tallies).allSatisfy { $0 >= $1.minimum && $0 <= $1.maximum ?? .max }
    }
  }
}

/// A draft in few words, for messages.
struct DraftText {
  let draft: GrammarDraft

  init(_ draft: GrammarDraft) { self.draft = draft }

  func text(_ node: Int) -> String {
    switch draft.nodes[node] {
    case .literals(let texts): return texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
    case .string(let matcher): return "string(\(matcher.textCount), \(matcher.minimum)...\(matcher.maximum))"
    case .number(let automaton): return "number(\(automaton.isAccepting.count))"
    case .choice(let parts): return "(" + parts.map(text).joined(separator: " or ") + ")"
    case .object(let object):
      let properties = object.properties.map { "\($0.key)\($0.isRequired ? "!" : ""): \(text($0.value))" }
      let kinds = object.kinds.map {
        "<\($0.key.textCount)>\($0.duty.map { "#\($0)" } ?? ""): \(text($0.value))"
      }
      return
        "{\((properties + kinds).joined(separator: ", "))}[\(object.minimumMembers)...\(object.maximumMembers ?? -1)"
        + " \(object.dutyCount) \(object.isAnyOrder ? "any" : "ordered")]"
    case .array(let array):
      func items(_ items: [GrammarDraft.Item]) -> String {
        items.map { "\($0.tallies):\(text($0.value))" }.joined(separator: " or ")
      }
      return
        "[\(array.prefix.map(items).joined(separator: ", ")); \(items(array.rest))][\(array.minimum)...\(array.maximum ?? -1)"
        + " \(array.tallies.map { "\($0.minimum)...\($0.maximum ?? -1)" }) \(array.isUnique ? "unique" : "")]"
    default: return "?"
    }
  }
}
