// SPDX-License-Identifier: Apache-2.0

/// What is known of each node of a grammar, and the faults that make it unusable.
///
/// Every rule is checked, whether the root leads to it or not, as llama.cpp does.
struct GBNFChecker {
  let text: GBNFText
  let syntax: GBNFSyntax
  /// Whether the empty text belongs to a node.
  private(set) var isNullable: [Bool]
  /// Whether any text completes a node.
  private(set) var canEnd: [Bool]

  init(_ text: GBNFText, _ syntax: GBNFSyntax) {
    self.text = text
    self.syntax = syntax
    isNullable = Array(repeating: false, count: syntax.nodes.count)
    canEnd = isNullable
  }

  /// The number of the root rule.
  mutating func check(root: String) throws(GBNFError) -> Int {
    for rule in syntax.rules where rule.nodes == nil {
      throw text.error(.undefinedRule(rule.name, suggestion: nearest(to: rule.name)), at: rule.offset)
    }
    guard let number = syntax.number(of: root) else {
      throw text.error(.missingRoot(root, suggestion: nearest(to: root)), at: 0)
    }
    settle()
    for rule in syntax.rules {
      if let body = rule.body, !canEnd[body] { throw text.error(.endlessRule(rule.name), at: rule.offset) }
    }
    try refuseLeftRecursion()
    return number
  }

  /// The parts of a node; of a reference, the body of its rule.
  private func parts(of node: Int) -> [Int] {
    switch syntax.nodes[node] {
    case .empty, .literal, .set: []
    case .reference(let rule): syntax.rules[rule].body.map { [$0] } ?? []
    case .sequence(let parts), .choice(let parts): parts
    case .repetition(let part, _, let maximum): maximum == 0 ? [] : [part]
    }
  }

  // MARK: Fixed points

  private mutating func settle() {
    var users = [[Int]](repeating: [], count: syntax.nodes.count)
    for node in syntax.nodes.indices { for part in parts(of: node) { users[part].append(node) } }
    // Long lists are counted down rather than looked through again.
    var endless = syntax.nodes.indices.map { parts(of: $0).count }
    var filled = endless
    var queue: [(node: Int, isNullable: Bool)] = []
    func note(_ node: Int, nullable: Bool, _ known: inout [Bool]) {
      guard !known[node] else { return }
      known[node] = true
      queue.append((node, nullable))
    }
    for node in syntax.nodes.indices {
      switch syntax.nodes[node] {
      case .empty:
        note(node, nullable: true, &isNullable)
        note(node, nullable: false, &canEnd)
      case .literal, .set: note(node, nullable: false, &canEnd)
      case .repetition(_, let minimum, _) where minimum == 0:
        note(node, nullable: true, &isNullable)
        note(node, nullable: false, &canEnd)
      default: break
      }
    }
    while let (part, nullable) = queue.popLast() {
      for user in users[part] {
        let isSequence = if case .sequence = syntax.nodes[user] { true } else { false }
        if nullable {
          filled[user] -= 1
          if !isSequence || filled[user] == 0 { note(user, nullable: true, &isNullable) }
        } else {
          endless[user] -= 1
          if !isSequence || endless[user] == 0 { note(user, nullable: false, &canEnd) }
        }
      }
    }
  }

  // MARK: Left recursion

  /// The parts that can stand first in a node.
  private func leftParts(of node: Int) -> [Int] {
    guard case .sequence(let parts) = syntax.nodes[node] else { return parts(of: node) }
    let first = parts.firstIndex { !isNullable[$0] } ?? parts.count - 1
    return Array(parts[...first])
  }

  private func refuseLeftRecursion() throws(GBNFError) {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: syntax.nodes.count)
    for rule in syntax.rules {
      guard let body = rule.body, marks[body] == .new else { continue }
      marks[body] = .open
      var path = [(node: body, parts: leftParts(of: body), next: 0)]
      while let (node, parts, next) = path.last {
        guard next < parts.count else {
          marks[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let part = parts[next]
        switch marks[part] {
        case .done: break
        case .open:
          let cycle = path.drop { $0.node != part }.map(\.node)
          throw leftRecursion(through: cycle)
        case .new:
          marks[part] = .open
          path.append((part, leftParts(of: part), 0))
        }
      }
    }
  }

  private func leftRecursion(through cycle: [Int]) -> GBNFError {
    let rules = cycle.compactMap { node -> Int? in
      if case .reference(let rule) = syntax.nodes[node] { rule } else { nil }
    }
    // Named from the rule that is defined first.
    let first = rules.indices.min { syntax.rules[rules[$0]].offset < syntax.rules[rules[$1]].offset } ?? 0
    let ordered = rules[first...] + rules[..<first]
    let names = ordered.map { syntax.rules[$0].name }
    return text.error(
      .leftRecursion(names + names.prefix(1)), at: ordered.first.map { syntax.rules[$0].offset } ?? 0)
  }

  // MARK: Suggestions

  /// A defined rule whose name is at most two edits away, the nearest.
  private func nearest(to name: String) -> String? {
    let wanted = Array(name.utf8)
    let limit = wanted.count <= 3 ? 1 : 2
    var best: (name: String, distance: Int)?
    for rule in syntax.rules where rule.nodes != nil {
      let known = Array(rule.name.utf8)
      guard abs(known.count - wanted.count) <= limit, known.count < 64 else { continue }
      let distance = Self.edits(wanted, known)
      if distance <= limit, distance < best?.distance ?? .max { best = (rule.name, distance) }
    }
    return best?.name
  }

  private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let cost = min(row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}
