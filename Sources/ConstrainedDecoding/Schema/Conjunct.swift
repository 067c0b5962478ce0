// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// What one alternative of a schema demands, references and combinations resolved: all of it at once.
///
/// Demands on parts of a value are lists of terms: a part must satisfy each of them; the empty list is "anything".
struct Conjunct {
  var types = TypeSet.all
  /// The values listed by some `enum` or `const`; a value must be one of them, and satisfy the whole schema.
  var values: [JSONValue]?
  /// Lists that a value must be in; `values` is the shortest of them.
  var lists = 0
  @Shared var numbers: NumberRange?
  @Shared var strings: StringDemand?
  @Shared var array: ArrayDemand?
  @Shared var object: ObjectDemand?
  /// What has been looked at by the schemas that hold here, where `unevaluated…` asks for it.
  @Shared var evaluated: Evaluated?
  /// The place that errors name.
  var place = 0

  init() {}

  init(types: TypeSet, place: Int) {
    self.types = types
    self.place = place
  }

  /// Whether it demands nothing but types and one list.
  var onlyLists: Bool { lists == 1 && numbers == nil && strings == nil && array == nil && object == nil }

  /// Whether every value satisfies it.
  var isTrivial: Bool {
    types == .all && values == nil && numbers == nil && strings == nil && array == nil && object == nil
  }
}

/// Keeps a large value, if there is one, where copies share it.
@propertyWrapper struct Shared<Value> {
  private final class Storage {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
  private var storage: Storage?

  init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

  init() { storage = nil }

  var wrappedValue: Value? {
    get { storage?.value }
    set { storage = newValue.map(Storage.init) }
  }
}

struct StringDemand: Hashable {
  var minimum = 0
  var maximum: Int?
  /// Nil: every text.
  var set: StringSet?
}

struct ArrayDemand {
  /// A count of items that satisfy something.
  struct Tally {
    var terms: [SchemaTerm]
    var minimum: Int
    var maximum: Int?
    /// Items before this position are not counted.
    var start = 0
  }
  var prefix: [[SchemaTerm]] = []
  /// Demands on the items after the prefix.
  var items: [SchemaTerm] = []
  var minimum = 0
  var maximum: Int?
  var tallies: [Tally] = []
  var isUnique = false
}

struct ObjectDemand {
  /// Demands on the values of some keys.
  struct Rule {
    /// Tells rules apart: one for each keyword of a schema.
    let id: Int
    let keys: KeySet
    let terms: [SchemaTerm]
  }
  /// A member that must be there.
  struct Duty {
    let keys: KeySet
    let terms: [SchemaTerm]
  }
  /// Keys that some schema declares, with all demands on their values: those of the rules, too.
  var properties = PropertyList<[SchemaTerm]>()
  var required: [String] = []
  /// Demands on other keys, in the order met.
  var rules: [Rule] = []
  var duties: [Duty] = []
  /// Demands on every key.
  var names: [SchemaTerm] = []
  var minimum = 0
  var maximum: Int?
  /// Whether some schema lists properties or patterns of them.
  var listsProperties = false
  /// Whether some schema speaks of the keys that are not listed.
  var mentionsOthers = false
  /// Order asked for by `x-order`.
  var order: [String] = []
}

/// The keys that a rule is about: those of a set of texts, or those neither listed nor in one of several sets.
struct KeySet {
  /// Not among the keys.
  var excluded = JSONObject()
  var alsoExcluded: [String] = []
  /// Keys that belong; with `isInverted`, that do not. Nil: every key.
  var set: StringSet?
  var isInverted = false
  /// The sets that `set` is the union of, where it is one.
  var parts: [StringSet] = []

  func contains(_ key: String) -> Bool {
    if excluded.index(ofKey: key) != nil || alsoExcluded.contains(where: { PropertyKey($0) == PropertyKey(key) }) {
      return false
    }
    guard let set else { return true }
    return set.algebra.accepts(set, key) != isInverted
  }
}

/// The members and items that have been looked at.
struct Evaluated {
  var keys: [String] = []
  var patterns: [StringSet] = []
  var allProperties = false
  /// Items before this position.
  var items = 0
  var allItems = false
  /// Items that satisfy one of these.
  var matching: [SchemaTerm] = []

  mutating func formUnion(_ other: Evaluated) {
    keys += other.keys
    patterns += other.patterns
    allProperties = allProperties || other.allProperties
    items = max(items, other.items)
    allItems = allItems || other.allItems
    matching = matching.union(other.matching)
  }
}
