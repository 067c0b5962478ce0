// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Writes a schema as one JSON document: named schemas once, under `$defs`, used by `$ref`; the root is `#`.
struct SchemaWriter {
  /// What cannot be expressed, each with the place it stands at.
  private(set) var problems: [String] = []

  private var definitions = JSONObject()
  /// The `$ref` of what has been given one.
  private var references: [Key: String] = [:]
  /// Names given by `GenerationSchema(root:dependencies:)` and by documents, one table for each.
  private var scopes: [[String: SchemaNode]]
  /// Types without a name of their own whose schema is being written; the value is the `$ref` if one was needed.
  private var open: [ObjectIdentifier: String?] = [:]
  /// The scope of the names in the document that is a type's schema.
  private var documentScopes: [ObjectIdentifier: Int] = [:]
  private var path: [String] = []

  private enum Key: Hashable {
    case type(ObjectIdentifier)
    case name(String, scope: Int)
  }

  /// Writes the schema.
  static func document(for schema: GenerationSchema) -> (json: JSONValue, problems: [String]) {
    var writer = SchemaWriter(scopes: [schema.definitions])
    var object: JSONObject
    if case .document(let document) = schema.root {
      object = document
    } else {
      if let (name, type) = schema.root.identity {
        if let type { writer.references[.type(type)] = "#" }
        writer.references[.name(name, scope: 0)] = "#"
      }
      object = writer.body(of: schema.root, scope: 0)
    }
    if !writer.definitions.isEmpty { object["$defs"] = .object(writer.definitions) }
    return (.object(GenerationSchema.ordered(object)), writer.problems)
  }

  private init(scopes: [[String: SchemaNode]]) { self.scopes = scopes }

  // MARK: Nodes

  /// A schema where it is used: a reference if it has a name, its own keywords otherwise.
  private mutating func use(_ node: SchemaNode, scope: Int) -> JSONObject {
    switch node {
    case .type(let type): return use(type)
    case .reference(let name):
      let key = Key.name(name, scope: scope)
      if let reference = references[key] { return ["$ref": .string(reference)] }
      guard let target = scopes[scope][name] else {
        report("there is no schema named '\(name)'")
        return [:]
      }
      return define(target, named: name, keys: [key], scope: scope)
    case .document(let document):
      scopes.append([:])
      return use(document, isRoot: true, document: document, scope: scopes.count - 1)
    default:
      guard let (name, type) = node.identity else { return body(of: node, scope: scope) }
      // A schema without a type is known by its name among its neighbours.
      let key = type.map(Key.type) ?? .name(name, scope: scope)
      if let reference = references[key] { return ["$ref": .string(reference)] }
      return define(node, named: name, keys: [key], scope: scope)
    }
  }

  private mutating func use(_ type: any Generable.Type) -> JSONObject {
    let id = ObjectIdentifier(type)
    if let reference = references[.type(id)] { return ["$ref": .string(reference)] }
    if let needed = open[id] {
      // A type without a name of its own that contains itself: it gets one now.
      let reference = needed ?? "#/$defs/\(reserve(Self.name(of: type)))"
      open[id] = .some(reference)
      return ["$ref": .string(reference)]
    }
    let schema = type.generationSchema
    if case .document(let document) = schema.root {
      let scope = documentScopes[id] ?? scopes.count
      if scope == scopes.count { scopes.append([:]) }
      documentScopes[id] = scope
      return use(document, isRoot: true, document: document, scope: scope)
    }
    var scope = 0
    if !schema.definitions.isEmpty {
      scopes.append(schema.definitions)
      scope = scopes.count - 1
    }
    if let (name, ownType) = schema.root.identity {
      return define(schema.root, named: name, keys: [.type(id)] + (ownType.map { [.type($0)] } ?? []), scope: scope)
    }
    open[id] = .some(nil)
    let object = use(schema.root, scope: scope)
    guard case .some(.some(let reference)) = open.removeValue(forKey: id) else { return object }
    definitions[String(reference.dropFirst("#/$defs/".count))] = .object(object)
    references[.type(id)] = reference
    return ["$ref": .string(reference)]
  }

  /// Gives a schema a place under `$defs` and returns the reference to it.
  private mutating func define(_ node: SchemaNode, named name: String, keys: [Key], scope: Int) -> JSONObject {
    let name = reserve(name)
    for key in keys { references[key] = "#/$defs/\(name)" }
    // What leads back here ends at the reference, so that types without a name may be written in full once more.
    let outer = open
    open = [:]
    definitions[name] = .object(body(of: node, scope: scope))
    open = outer
    return ["$ref": .string("#/$defs/\(name)")]
  }

  /// A name that no other definition has; the place in the order is taken too.
  private mutating func reserve(_ name: String) -> String {
    // `/` and `~` have a meaning in the pointers of `$ref`.
    let base = name.map { "/~#%".contains($0) ? "_" : String($0) }.joined()
    var candidate = base
    var number = 2
    while definitions[candidate] != nil {
      candidate = "\(base)_\(number)"
      number += 1
    }
    definitions[candidate] = .object([:])
    return candidate
  }

  /// The keywords of a schema.
  private mutating func body(of node: SchemaNode, scope: Int) -> JSONObject {
    switch node {
    case .inline(let object): return object
    case .array(let items):
      path.append("items")
      defer { path.removeLast() }
      return ["type": "array", "items": .object(use(items, scope: scope))]
    case .object(let schema): return body(of: schema, scope: scope)
    case .choice(let schema):
      path.append(schema.name)
      defer { path.removeLast() }
      if schema.choices.isEmpty { report("it has no choices") }
      var object: JSONObject = ["title": .string(schema.name)]
      if let description = schema.description { object["description"] = .string(description) }
      object["anyOf"] = .array(schema.choices.map { .object(use($0, scope: scope)) })
      return object
    case .enumeration(let schema):
      path.append(schema.name)
      defer { path.removeLast() }
      if schema.choices.isEmpty { report("it has no choices") }
      var object: JSONObject = ["type": "string", "title": .string(schema.name)]
      if let description = schema.description { object["description"] = .string(description) }
      object["enum"] = .array(schema.choices.uniqued().map { .string($0) })
      return object
    case .constrained(let inner, let constraints):
      var object = use(inner, scope: scope)
      for constraint in constraints {
        if let problem = constraint.narrow(&object) { report(problem) }
      }
      return object
    case .type, .reference, .document: return use(node, scope: scope)
    }
  }

  private mutating func body(of schema: ObjectSchema, scope: Int) -> JSONObject {
    path.append(schema.name)
    defer { path.removeLast() }
    var object: JSONObject = ["type": "object", "title": .string(schema.name)]
    if let description = schema.description { object["description"] = .string(description) }
    var properties = JSONObject()
    var required: [JSONValue] = []
    for property in schema.properties {
      path.append(property.name)
      defer { path.removeLast() }
      if properties[property.name] != nil {
        report("it is declared twice")
        continue
      }
      var value = use(property.schema, scope: scope)
      if property.isOptional && schema.writesNull {
        value = ["anyOf": .array([.object(value), ["type": "null"]])]
      }
      if let description = property.description { value["description"] = .string(description) }
      properties[property.name] = .object(value)
      if !property.isOptional || schema.writesNull { required.append(.string(property.name)) }
    }
    object["properties"] = .object(properties)
    object["required"] = .array(required)
    object["additionalProperties"] = false
    object["x-order"] = .array(properties.keys.map { .string($0) })
    return object
  }

  // MARK: Documents inside documents

  /// Moves part of a document here: its definitions become ours, under names that are free.
  private mutating func use(
    _ part: JSONObject, isRoot: Bool, document: JSONObject, scope: Int
  ) -> JSONObject {
    if let target = part["$ref"]?.stringValue {
      var copy = part
      copy["$ref"] = .string(reference(to: target, document: document, scope: scope))
      return copy
    }
    if isRoot, containsReferenceToRoot(.object(document)) {
      return ["$ref": .string(reference(to: "#", document: document, scope: scope))]
    }
    return rewritten(part, isRoot: isRoot, document: document, scope: scope)
  }

  private mutating func rewritten(
    _ part: JSONObject, isRoot: Bool, document: JSONObject, scope: Int
  ) -> JSONObject {
    var copy = JSONObject()
    for (key, value) in part where !(isRoot && key == "$defs") {
      copy[key] = rewritten(value, document: document, scope: scope)
    }
    return copy
  }

  private mutating func rewritten(_ value: JSONValue, document: JSONObject, scope: Int) -> JSONValue {
    switch value {
    case .object(let object): .object(use(object, isRoot: false, document: document, scope: scope))
    case .array(let elements): .array(elements.map { rewritten($0, document: document, scope: scope) })
    default: value
    }
  }

  private mutating func reference(to target: String, document: JSONObject, scope: Int) -> String {
    let key = Key.name(target, scope: scope)
    if let known = references[key] { return known }
    let isRoot = target == "#"
    let prefix = "#/$defs/"
    let source = isRoot ? document : document["$defs"]?[String(target.dropFirst(prefix.count))]?.objectValue
    guard isRoot || target.hasPrefix(prefix), let source else {
      report("the reference '\(target)' leads nowhere")
      return target
    }
    let title = source["title"]?.stringValue ?? (isRoot ? "Root" : String(target.dropFirst(prefix.count)))
    let name = reserve(title)
    references[key] = prefix + name
    definitions[name] = .object(rewritten(source, isRoot: isRoot, document: document, scope: scope))
    return prefix + name
  }

  private func containsReferenceToRoot(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object):
      object["$ref"] == .string("#") || object.contains { containsReferenceToRoot($0.value) }
    case .array(let elements): elements.contains { containsReferenceToRoot($0) }
    default: false
    }
  }

  // MARK: Names and problems

  /// The name that a type's schema has: without module and enclosing types.
  static func name(of type: Any.Type) -> String { String(describing: type) }

  private mutating func report(_ problem: String) {
    problems.append(path.isEmpty ? problem : "\(path.joined(separator: ".")): \(problem)")
  }
}
