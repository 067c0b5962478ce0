// SPDX-License-Identifier: Apache-2.0

/// The keywords of JSON Schema, drafts 3 to 2020-12.
enum SchemaKeyword: String, CaseIterable {
  case type, `enum`, const, disallow, extends
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, divisibleBy
  case minLength, maxLength, pattern, format
  case items, prefixItems, additionalItems, minItems, maxItems, uniqueItems, contains, minContains, maxContains
  case unevaluatedItems
  case properties, required, additionalProperties, patternProperties, propertyNames, minProperties, maxProperties
  case dependentRequired, dependentSchemas, dependencies, unevaluatedProperties
  case order = "x-order"
  case reference = "$ref"
  case dynamicReference = "$dynamicRef"
  case recursiveReference = "$recursiveRef"
  case allOf, anyOf, oneOf, not, `if`, then, `else`
  case title, description, `default`, examples, example, deprecated, readOnly, writeOnly
  case contentMediaType, contentEncoding, contentSchema
  case schema = "$schema"
  case identifier = "$id"
  case oldIdentifier = "id"
  case comment = "$comment"
  case definitions = "$defs"
  case oldDefinitions = "definitions"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveAnchor = "$recursiveAnchor"
  case vocabulary = "$vocabulary"

  /// Open addressing by `slot`: every key of every schema is looked up several times, and hashing it as a `String` took longer
  /// than comparing it.
  private static let table: [(name: String, keyword: SchemaKeyword)?] = {
    var table = [(name: String, keyword: SchemaKeyword)?](repeating: nil, count: 512)
    for keyword in allCases {
      var slot = slot(of: keyword.rawValue)
      while table[slot] != nil { slot = (slot + 1) & 511 }
      table[slot] = (keyword.rawValue, keyword)
    }
    return table
  }()

  private static func slot(of name: String) -> Int {
    let text = name.utf8
    guard let first = text.first, let last = text.last else { return 0 }
    return (text.count &* 37 &+ Int(first) &* 131 &+ Int(last) &* 17) & 511
  }

  init?(named name: String) {
    var slot = Self.slot(of: name)
    while let entry = Self.table[slot] {
      if entry.name == name {
        self = entry.keyword
        return
      }
      slot = (slot + 1) & 511
    }
    return nil
  }

  /// What kind of schemas its value holds.
  enum Content { case none, schema, list, map, schemaOrList }

  var content: Content {
    switch self {
    case .additionalItems, .contains, .unevaluatedItems, .additionalProperties, .propertyNames, .unevaluatedProperties,
      .not,
      .if, .then, .else, .contentSchema:
      .schema
    case .prefixItems, .allOf, .anyOf, .oneOf: .list
    case .properties, .patternProperties, .dependentSchemas, .dependencies, .definitions, .oldDefinitions: .map
    case .items, .extends: .schemaOrList
    default: .none
    }
  }

  /// Whether it speaks of the members of objects, without making alternatives.
  var isAboutObjects: Bool {
    switch self {
    case .properties, .required, .additionalProperties, .patternProperties, .propertyNames, .minProperties,
      .maxProperties, .order:
      true
    default: false
    }
  }

  /// The first draft that has it, for those that some schema of an older one may hold: 8 is 2019-09.
  var firstDraft: Int {
    switch self {
    case .const, .contains, .propertyNames: 6
    case .if, .then, .else: 7
    case .minContains, .maxContains, .unevaluatedItems, .unevaluatedProperties, .dependentRequired, .dependentSchemas: 8
    case .prefixItems: 9
    default: 3
    }
  }

  /// Whether later drafts have dropped it for another spelling.
  var isOfDraft3: Bool { self == .extends || self == .disallow || self == .divisibleBy }

  /// Whether it says nothing about which values are valid.
  var isAnnotation: Bool {
    switch self {
    case .title, .description, .default, .examples, .example, .deprecated, .readOnly, .writeOnly, .contentMediaType,
      .contentEncoding, .contentSchema, .schema, .identifier, .oldIdentifier, .comment, .definitions, .oldDefinitions,
      .anchor, .dynamicAnchor, .recursiveAnchor, .vocabulary:
      true
    default: false
    }
  }
}
