// SPDX-License-Identifier: Apache-2.0

/// A node of the tree that a `Regex` is made of, read by reflection.
///
/// The standard library offers a regex's parts in no other way: the text it prints for what `RegexBuilder` made loses the
/// grouping of choices and the meaning of some classes. A node of a kind that is not known is for the reader to refuse.
struct RegexTree {
  /// The enum case, e.g. `concatenation`.
  let kind: String
  /// Its associated values; several are the parts of a tuple.
  let parts: [Any]

  /// The root of a regex; nil where the library keeps it elsewhere than expected.
  init?(_ regex: Regex<some Any>) {
    var value: Any = regex
    for name in ["program", "tree", "root"] {
      guard let child = Mirror(reflecting: value).children.first(where: { $0.label == name }) else { return nil }
      value = child.value
    }
    self.init(reflecting: value)
  }

  /// A case of any enum.
  init(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first else {
      // A case without associated values, or no enum at all.
      kind = "\(value)"
      parts = []
      return
    }
    kind = child.label ?? ""
    let payload = Mirror(reflecting: child.value)
    parts = payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value]
  }

  /// The part at a position as a node.
  func node(_ index: Int = 0) -> RegexTree? {
    index < parts.count ? RegexTree(reflecting: parts[index]) : nil
  }

  /// The elements of the part that is an array, as nodes.
  var nodes: [RegexTree] {
    guard let first = parts.first else { return [] }
    return Mirror(reflecting: first).children.map { RegexTree(reflecting: $0.value) }
  }

  /// A member of a struct, by name.
  static func member(_ name: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == name }?.value
  }
}
