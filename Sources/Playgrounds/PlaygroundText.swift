// SPDX-License-Identifier: Apache-2.0

/// A value as text for a person: strings in quotes, small values in one line, structures with a line for each member.
public struct PlaygroundText {
  /// What is shown of a large value.
  private static let deepest = 4
  private static let mostChildren = 20
  private static let longest = 2_000

  public let text: String

  public init(_ value: Any) { text = Self.text(of: value, depth: 0) }

  private static func text(of value: Any, depth: Int) -> String {
    // Types say themselves what stands for them: the content for a response, say.
    if let other = value as? any CustomPlaygroundDisplayConvertible, depth < deepest {
      return text(of: other.playgroundDescription, depth: depth + 1)
    }
    if let string = value as? String {
      return quoted(depth == 0 ? string : string.replacing("\n", with: "\\n"))
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value, depth: depth) } ?? "nil"
    case .collection, .set:
      return list(mirror.children.map { (nil, $0.value) }, open: "[", close: "]", empty: "[]", depth: depth)
    case .dictionary:
      let pairs = mirror.children.map { child -> (String?, Any) in
        let pair = Array(Mirror(reflecting: child.value).children)
        return (pair.first.map { text(of: $0.value, depth: depth) }, pair.last?.value ?? child.value)
      }
      return list(pairs, open: "[", close: "]", empty: "[:]", depth: depth)
    case .tuple:
      let children = mirror.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
      return list(children, open: "(", close: ")", empty: "()", depth: depth)
    case .struct, .class, .enum:
      if value is any CustomStringConvertible || mirror.children.isEmpty { return cut(String(describing: value)) }
      guard depth < deepest else { return "\(mirror.subjectType)(…)" }
      if mirror.displayStyle == .enum, let (label, payload) = mirror.children.first {
        return ".\(label ?? "")(\(text(of: payload, depth: depth)))"
      }
      let children = mirror.children.map { (member($0.label), $0.value) }
      return list(children, open: "\(mirror.subjectType)(", close: ")", empty: "\(mirror.subjectType)()", depth: depth)
    default: return cut(String(describing: value))
    }
  }

  /// A property's own name, for one that a wrapper or a macro keeps under another.
  private static func member(_ label: String?) -> String? {
    label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
  }

  private static func list(
    _ children: [(String?, Any)], open: String, close: String, empty: String, depth: Int
  ) -> String {
    if children.isEmpty { return empty }
    guard depth < deepest else { return open + "…" + close }
    var items = children.prefix(mostChildren).map { label, value in
      (label.map { "\($0): " } ?? "") + text(of: value, depth: depth + 1)
    }
    if children.count > mostChildren { items.append("… \(children.count - mostChildren) more") }
    let line = open + items.joined(separator: ", ") + close
    if line.count <= 80, !items.contains(where: { $0.contains("\n") }) { return line }
    let lines = items.map { "  " + $0.replacing("\n", with: "\n  ") }
    return ([open] + lines + [close]).joined(separator: "\n")
  }

  private static func quoted(_ string: String) -> String { "\"" + cut(string) + "\"" }

  private static func cut(_ text: String) -> String {
    text.count > longest ? String(text.prefix(longest)) + "…" : text
  }
}
