// SPDX-License-Identifier: Apache-2.0

/// A grammar being built: nodes in Swift values, by index, before they are laid out.
struct GrammarDraft {
  struct Property {
    var key: String
    var isRequired: Bool
    var value: Int
  }
  /// Keys that are not declared by name, and the value of each. Kinds that share keys are alternatives; declared keys do
  /// not belong to a kind, whatever `key` says.
  struct Kind {
    var key: StringMatcher
    var value: Int
    /// The duty that such a member meets.
    var duty: Int?
  }
  struct Object {
    var properties: [Property] = []
    var kinds: [Kind] = []
    /// Each duty must be met by at least one member; `maximumDuties` at most.
    var dutyCount = 0
    /// A count of them that other members do not already imply needs the keys of kinds to be counted; where a kind has few,
    /// they are counted as if they belonged to every other such kind as well.
    var minimumMembers = 0
    var maximumMembers: Int?
    /// Whether members come in any order; else declared ones in their order, and others after them.
    var isAnyOrder = false

    static let maximumDuties = 16
  }
  /// An alternative for an item, and the tallies that it raises, a bit for each.
  struct Item {
    var value: Int
    var tallies: UInt8 = 0
  }
  /// How many items may raise a tally.
  struct Tally {
    var minimum: Int
    var maximum: Int?
  }
  struct Array {
    /// Alternatives for each of the first items, and for every further one.
    var prefix: [[Item]] = []
    var rest: [Item] = []
    var minimum = 0
    var maximum: Int?
    /// `maximumTallies` at most.
    var tallies: [Tally] = []
    /// Whether no two items may be equal as JSON values.
    var isUnique = false

    static let maximumTallies = 4
  }
  enum Node {
    /// Named before it is known; in a finished grammar, a node that nothing matches.
    case nothing
    case literals([[UInt8]])
    case string(StringMatcher)
    case number(NumberAutomaton)
    case object(Object)
    case array(Array)
    case choice([Int])
    case sequence([Int])
    case repetition(child: Int, minimum: Int, maximum: Int?)
    case text(TextAutomaton)
    case rules(RuleNetwork)
    case capture(child: Int, label: Int)
  }
  var nodes: [Node] = []
  var labels: [CaptureLabel] = []

  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Takes declared keys out of kinds.
  mutating func excludeDeclaredKeys() throws(PatternError) {
    var exclusion = KeyExclusion()
    for index in nodes.indices {
      guard case .object(var object) = nodes[index], !object.kinds.isEmpty, !object.properties.isEmpty else { continue }
      let keys = exclusion.list(object.properties.map(\.key))
      var kinds: [Kind] = []
      for var kind in object.kinds {
        guard let key = try exclusion.excluding(keys, from: kind.key) else { continue }
        kind.key = key
        kinds.append(kind)
      }
      object.kinds = kinds
      nodes[index] = .object(object)
    }
  }

  mutating func capture(_ child: Int, _ label: CaptureLabel) -> Int {
    let index = labels.firstIndex(of: label) ?? labels.count
    if index == labels.count { labels.append(label) }
    return add(.capture(child: child, label: index))
  }
}

/// What a part of a grammar is called in snapshots.
package struct CaptureLabel: Sendable, Hashable {
  package enum Content: Sendable, Hashable { case text, json }
  package var name: String
  package var content: Content

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
