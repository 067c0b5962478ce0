// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The parts of a document that have a name of their own: `$id`, `$anchor`, `$dynamicAnchor`.
struct SchemaIndex {
  struct Anchor: Hashable {
    /// The place of the schema resource that the anchor belongs to.
    let resource: Int
    let name: String
  }
  struct Reference: Hashable {
    let resource: Int
    let text: String
  }
  /// Place by absolute identifier, without fragment.
  fileprivate(set) var resources: [String: Int] = [:]
  /// Absolute identifier of each resource's place.
  fileprivate(set) var identifiers: [Int: String] = [:]
  fileprivate(set) var anchors: [Anchor: Int] = [:]
  fileprivate(set) var dynamicAnchors: [Anchor: Int] = [:]
  fileprivate(set) var isMade = false
  fileprivate var references: [Reference: Int] = [:]
}

extension SchemaPlaces {
  /// What a reference comes to.
  enum Target {
    case place(Int)
    /// Another document.
    case elsewhere
    /// One of several places, by the way that led to the reference.
    case undecided
    case nowhere
  }

  /// The place that `reference`, standing in the schema at `id`, names.
  mutating func resolve(_ reference: String, from id: Int) -> Target {
    let resource = resource(of: id)
    let key = SchemaIndex.Reference(resource: resource, text: reference)
    if let known = index.references[key] { return .place(known) }
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var base = resource
    if let identifier = parts.first, !identifier.isEmpty {
      makeIndex()
      let absolute = ResourceIdentifier(index.identifiers[resource] ?? "").resolving(String(identifier)).text
      guard let found = index.resources[absolute] ?? load(absolute) else { return .elsewhere }
      base = found
    }
    let fragment = parts.count > 1 ? ResourceIdentifier.removingPercentEncoding(parts[1]) : ""
    let place: Int?
    if fragment.isEmpty {
      place = base
    } else if fragment.hasPrefix("/") {
      place = follow(fragment, from: base)
    } else {
      makeIndex()
      place = index.anchors[.init(resource: base, name: fragment)]
    }
    guard let place else { return .nowhere }
    index.references[key] = place
    return .place(place)
  }

  /// The place that a dynamic reference names: where its target is an anchor that moves, the anchor of that name in the
  /// outermost resource, which is the one that evaluation of the document begins in. Where that has none and others do, the
  /// place depends on the resources passed, which a node does not know.
  mutating func resolveDynamic(_ reference: String, from id: Int) -> Target {
    let target = resolve(reference, from: id)
    guard case .place(let place) = target, let hash = reference.firstIndex(of: "#") else { return target }
    let name = ResourceIdentifier.removingPercentEncoding(reference[reference.index(after: hash)...])
    makeIndex()
    let resource = resource(of: place)
    guard index.dynamicAnchors[.init(resource: resource, name: name)] == place else { return target }
    if let outermost = index.dynamicAnchors[.init(resource: Self.root, name: name)] { return .place(outermost) }
    // Between the root and here there may be another resource with such an anchor.
    let isOnly = !index.dynamicAnchors.keys.contains { $0.name == name && $0.resource != resource }
    return isOnly ? target : .undecided
  }

  /// `$recursiveRef: "#"`: the root of the document where both it and the resource at hand are open to extension.
  mutating func resolveRecursive(from id: Int) -> Target {
    let resource = resource(of: id)
    let isOpen =
      value(resource)["$recursiveAnchor"] == .bool(true) && value(Self.root)["$recursiveAnchor"] == .bool(true)
    return .place(isOpen ? Self.root : resource)
  }

  /// The nearest enclosing schema that has an identifier, or the document.
  func resource(of id: Int) -> Int {
    var id = id
    while id > Self.root {
      if documentRoots.contains(id) { return id }
      if case .object(let object) = value(id), identifier(object) != nil { return id }
      id = parent(id)
    }
    return Self.root
  }

  private func identifier(_ object: JSONObject) -> String? {
    if ignoresSiblings, object["$ref"] != nil { return nil }
    guard let text = (object["$id"] ?? (ignoresSiblings ? object["id"] : nil))?.stringValue, !text.hasPrefix("#") else {
      return nil
    }
    return text
  }

  private mutating func follow(_ pointer: String, from start: Int) -> Int? {
    var id = start
    for part in pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var token = ""
      var isEscaped = false
      for scalar in part {
        if isEscaped {
          guard scalar == "0" || scalar == "1" else { return nil }
          token += scalar == "0" ? "~" : "/"
          isEscaped = false
        } else if scalar == "~" {
          isEscaped = true
        } else {
          token.unicodeScalars.append(scalar)
        }
      }
      guard !isEscaped else { return nil }
      switch value(id) {
      case .object:
        guard let next = child(id, key: token) else { return nil }
        id = next
      case .array(let items):
        guard let index = Int(token), items.indices.contains(index) else { return nil }
        id = child(id, index)
      default: return nil
      }
    }
    return id
  }

  private mutating func makeIndex() {
    guard !index.isMade else { return }
    index.isMade = true
    addToIndex(Self.root)
    if index.resources[""] == nil { index.resources[""] = Self.root }
  }

  /// Brings in another document; nil where it was not given.
  private mutating func load(_ identifier: String) -> Int? {
    guard let place = add(documentNamed: identifier) else { return nil }
    index.identifiers[place] = identifier
    index.resources[identifier] = place
    addToIndex(place)
    return place
  }

  /// Visits every schema of a document once, by the keywords that hold schemas; other values may look like schemas.
  private mutating func addToIndex(_ root: Int) {
    var open: [(place: Int, resource: Int)] = [(root, root)]
    while let (id, outer) = open.popLast() {
      guard case .object(let object) = value(id) else { continue }
      var resource = outer
      if let text = identifier(object) {
        let base = ResourceIdentifier(index.identifiers[outer] ?? "")
        let absolute = base.resolving(String(text.prefix { $0 != "#" })).text
        index.identifiers[id] = absolute
        if index.resources[absolute] == nil { index.resources[absolute] = id }
        resource = id
      }
      let hidesSiblings = ignoresSiblings && object["$ref"] != nil
      for (position, (key, member)) in object.enumerated() {
        guard let keyword = SchemaKeyword(named: key) else { continue }
        switch (keyword, member) {
        case (.anchor, .string(let name)), (.dynamicAnchor, .string(let name)):
          index.anchors[.init(resource: resource, name: name)] = id
          if keyword == .dynamicAnchor { index.dynamicAnchors[.init(resource: resource, name: name)] = id }
        case (.identifier, .string(let name)), (.oldIdentifier, .string(let name)):
          guard name.hasPrefix("#"), name.utf8.count > 1, !hidesSiblings else { continue }
          index.anchors[.init(resource: resource, name: String(name.dropFirst()))] = id
        default: break
        }
        switch (keyword.content, member) {
        case (.schema, .object), (.schemaOrList, .object): open.append((child(id, position), resource))
        case (.list, .array(let items)), (.schemaOrList, .array(let items)):
          let list = child(id, position)
          for index in items.indices { open.append((child(list, index), resource)) }
        case (.map, .object(let members)):
          let map = child(id, position)
          for index in 0..<members.count { open.append((child(map, index), resource)) }
        default: break
        }
      }
    }
  }
}
