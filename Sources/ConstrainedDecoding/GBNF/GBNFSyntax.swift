// SPDX-License-Identifier: Apache-2.0

/// A grammar in GBNF as parsed: nodes by index, parts before what they belong to.
struct GBNFSyntax {
  enum Node: Equatable {
    case empty
    /// UTF-8 of a literal, not empty.
    case literal([UInt8])
    case set(CodePointSet)
    /// A rule by the index of its name.
    case reference(Int)
    case sequence([Int])
    case choice([Int])
    /// `maximum` nil: without end.
    case repetition(Int, minimum: Int, maximum: Int?)
  }
  struct Rule {
    var name: String
    /// Byte offset of the definition, or where there is none of the first reference.
    var offset: Int
    /// The nodes of its body are a range that ends with the body itself; nil where it is not defined.
    var nodes: Range<Int>?
    var body: Int? { nodes.map { $0.upperBound - 1 } }
  }
  var nodes: [Node] = []
  /// Every name that is defined or referred to.
  var rules: [Rule] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func rule(named name: String, at offset: Int) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = rules.count
    rules.append(Rule(name: name, offset: offset, nodes: nil))
    return rules.count - 1
  }

  func number(of name: String) -> Int? { numbers[name] }
}

/// The text of a grammar, and places in it.
struct GBNFText {
  let bytes: [UInt8]
  /// Bytes at most.
  static let maximumLength = 1 << 20

  init(_ text: String) { bytes = Array(text.utf8) }

  func error(_ kind: GBNFError.Kind, at offset: Int) -> GBNFError {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return GBNFError(kind: kind, line: line, column: column)
  }
}
