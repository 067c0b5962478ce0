// SPDX-License-Identifier: Apache-2.0

// Constructors that simplify: what comes back means what was asked for, in as few shapes as is cheap to see.
extension ExpressionGraph {
  // MARK: Sequences and repetitions

  mutating func sequence(_ first: ID, _ rest: ID) -> ID {
    if first == Self.none || rest == Self.none { return Self.none }
    if first == Self.empty { return rest }
    if rest == Self.empty { return first }
    // Nested to the right: a first part is never a sequence itself.
    var heads: [ID] = []
    var last = first
    while self[last].kind == .sequence {
      heads.append(self[last].a)
      last = self[last].b
    }
    var result = pair(last, rest)
    for head in heads.reversed() { result = pair(head, result) }
    return result
  }

  private mutating func pair(_ first: ID, _ rest: ID) -> ID {
    let (next, after) = self[rest].kind == .sequence ? (self[rest].a, self[rest].b) : (rest, Self.empty)
    // r{a,b} r{c,d} is r{a+c,b+d}.
    let (r, x) = (asRepetition(first), asRepetition(next))
    if r.part == x.part {
      let maximum = r.maximum == Self.unbounded || x.maximum == Self.unbounded
      let merged = repetition(
        r.part, Self.sum(r.minimum, x.minimum), maximum ? Self.unbounded : Self.sum(r.maximum, x.maximum))
      if merged != Self.none { return after == Self.empty ? merged : pairUnmerged(merged, after) }
    }
    return pairUnmerged(first, rest)
  }

  private func asRepetition(_ id: ID) -> (part: ID, minimum: Int32, maximum: Int32) {
    if id == Self.all { return (anyone, 0, Self.unbounded) }
    let node = self[id]
    return node.kind == .repetition ? (node.a, node.b, node.c) : (id, 1, 1)
  }

  private mutating func pairUnmerged(_ first: ID, _ rest: ID) -> ID {
    if first == Self.empty { return rest }
    return node(.sequence, first, rest) { graph, node in
      let (a, b) = (graph[first], graph[rest])
      node.isNullable = a.isNullable && b.isNullable
      node.isExact = a.isExact && b.isExact
      node.shortest = Self.sum(a.shortest, b.shortest)
      node.longest = Self.sum(a.longest, b.longest)
      node.isContiguous =
        node.isExact
        && ((a.isContiguous && b.isContiguous) || (a.isContiguous && a.longest == Self.unbounded)
          || (b.isContiguous && b.longest == Self.unbounded))
    }
  }

  mutating func repetition(_ part: ID, _ minimum: Int32, _ maximum: Int32) -> ID {
    var minimum = minimum
    let child = self[part]
    if maximum == 0 || part == Self.empty { return Self.empty }
    if part == Self.none { return minimum == 0 ? Self.empty : Self.none }
    if part == Self.all { return Self.all }
    // Empty turns make up for any that are asked for.
    if child.isNullable { minimum = 0 }
    if minimum == 1, maximum == 1 { return part }
    if minimum == 0, maximum == 1, child.isNullable { return part }
    if minimum == 0, maximum == Self.unbounded, part == anyone { return Self.all }
    // r{a,b} k times is r{ka,kb}; for k from m to n without a gap where m+1 times a follows on m times b.
    if child.kind == .repetition, minimum == maximum || Self.follows(minimum, child.b, child.c) {
      return repetition(child.a, Self.product(minimum, child.b), Self.product(maximum, child.c))
    }
    return node(.repetition, part, minimum, maximum) { graph, node in
      let child = graph[part]
      node.isNullable = minimum == 0
      node.isExact = child.isExact
      node.shortest = Self.product(minimum, child.shortest)
      node.longest = Self.product(maximum, child.longest)
      node.isContiguous =
        child.isExact && child.isContiguous
        && (minimum == maximum || Self.follows(minimum, child.shortest, child.longest))
    }
  }

  /// Whether `count` + 1 times `low` is at most one more than `count` times `high`.
  private static func follows(_ count: Int32, _ low: Int32, _ high: Int32) -> Bool {
    (Int64(count) + 1) * Int64(low) <= Int64(count) * Int64(high) + 1
  }

  // MARK: Unions

  mutating func union(_ a: ID, _ b: ID) -> ID {
    if a == b || b == Self.none { return a }
    if a == Self.none { return b }
    return union([a, b])
  }

  mutating func union(_ list: [ID]) -> ID {
    var parts: [ID] = []
    var set = Self.none
    func flattened(_ id: ID) -> ArraySlice<ID> { self[id].kind == .union ? self.parts(id) : [id] }
    for item in list {
      for part in flattened(item) where part != Self.none {
        if part == Self.all { return Self.all }
        if self[part].kind == .set {
          set = set == Self.none ? part : unionOfSets(set, part)
        } else {
          parts.append(part)
        }
      }
    }
    if set != Self.none { parts.append(set) }
    if parts.count > 1 { simplifyUnion(&parts) }
    if parts.isEmpty { return Self.none }
    if parts.count == 1 { return parts[0] }
    if parts.count > Self.maximumParts {
      guard dropsParts else {
        hasFailed = true
        return Self.none
      }
      parts.sort { (self[$0].shortest, $0) < (self[$1].shortest, $1) }
      parts.removeLast(parts.count - Self.maximumParts)
      parts.sort()
    }
    for part in parts where self[part].kind == .complement && parts.contains(self[part].a) { return Self.all }
    return node(.union, parts) { graph, node in
      node.isExact = true
      node.shortest = Self.unbounded
      node.longest = 0
      for part in parts {
        let part = graph[part]
        node.isNullable = node.isNullable || part.isNullable
        node.isExact = node.isExact && part.isExact
        node.shortest = min(node.shortest, part.shortest)
        node.longest = max(node.longest, part.longest)
      }
      node.isContiguous = node.isExact && graph.covers(parts, node.shortest, node.longest)
    }
  }

  /// Whether the contiguous ones among `parts` have texts of every length between the bounds.
  private func covers(_ parts: [ID], _ shortest: Int32, _ longest: Int32) -> Bool {
    var spans: [(Int32, Int32)] = []
    for part in parts where self[part].isContiguous { spans.append((self[part].shortest, self[part].longest)) }
    spans.sort { $0 < $1 }
    guard let first = spans.first, first.0 == shortest else { return false }
    var end = first.1
    for span in spans where span.0 <= Self.sum(end, 1) { end = max(end, span.1) }
    return end >= longest
  }

  private mutating func simplifyUnion(_ parts: inout [ID]) {
    Self.sortOnce(&parts)
    if parts.count > 1, parts[0] == Self.empty {
      if parts.dropFirst().contains(where: { self[$0].isNullable }) {
        parts.removeFirst()
      } else if let index = parts.firstIndex(where: { self[$0].kind == .repetition && self[$0].b == 1 }) {
        let optional = repetition(self[parts[index]].a, 0, self[parts[index]].c)
        parts[index] = optional
        parts.removeFirst()
        parts.sort()
      }
    }
    absorb(&parts)
    mergeRepetitions(&parts)
  }

  /// In ascending order, each once.
  private static func sortOnce(_ parts: inout [ID]) {
    if zip(parts, parts.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    parts.sort()
    var count = 0
    for part in parts where count == 0 || parts[count - 1] != part {
      parts[count] = part
      count += 1
    }
    parts.removeLast(parts.count - count)
  }

  /// Σ*t holds every text of any r t.
  private func absorb(_ parts: inout [ID]) {
    let tails = parts.filter { self[$0].kind == .sequence && self[$0].a == Self.all }.map { self[$0].b }
    guard !tails.isEmpty else { return }
    parts.removeAll { part in
      if self[part].kind == .sequence, self[part].a == Self.all, tails.contains(self[part].b) { return false }
      var rest = part
      for _ in 0..<16 {
        if tails.contains(rest) { return true }
        guard self[rest].kind == .sequence else { return false }
        rest = self[rest].b
      }
      return false
    }
  }

  /// r{a,b}t ∪ r{c,d}t is r{a,d}t where c follows on b.
  private mutating func mergeRepetitions(_ parts: inout [ID]) {
    struct Item { var part, rest, minimum, maximum, id: Int32 }
    var items: [Item] = []
    for id in parts {
      let node = self[id]
      let (first, rest) = node.kind == .sequence ? (node.a, node.b) : (id, Self.empty)
      guard self[first].kind == .repetition else { continue }
      items.append(Item(part: self[first].a, rest: rest, minimum: self[first].b, maximum: self[first].c, id: id))
    }
    guard items.count > 1 else { return }
    items.sort { ($0.part, $0.rest, $0.minimum, $0.maximum) < ($1.part, $1.rest, $1.minimum, $1.maximum) }
    var removed: Set<ID> = []
    var added: [ID] = []
    var index = 0
    while index < items.count {
      var merged = items[index]
      var end = index + 1
      while end < items.count, items[end].part == merged.part, items[end].rest == merged.rest,
        items[end].minimum <= Self.sum(merged.maximum, 1)
      {
        merged.maximum = max(merged.maximum, items[end].maximum)
        end += 1
      }
      if end - index > 1 {
        for item in items[index..<end] { removed.insert(item.id) }
        added.append(sequence(repetition(merged.part, merged.minimum, merged.maximum), merged.rest))
      }
      index = end
    }
    guard !removed.isEmpty else { return }
    parts.removeAll(where: removed.contains)
    for id in added where !parts.contains(id) { parts.append(id) }
    parts.sort()
  }

  // MARK: Intersections and complements

  mutating func intersection(_ a: ID, _ b: ID) -> ID {
    if a == b || b == Self.all { return a }
    if a == Self.all { return b }
    return intersection([a, b])
  }

  mutating func intersection(_ list: [ID]) -> ID {
    var parts: [ID] = []
    func flattened(_ id: ID) -> ArraySlice<ID> { self[id].kind == .intersection ? self.parts(id) : [id] }
    for item in list {
      for part in flattened(item) where part != Self.all {
        if part == Self.none { return Self.none }
        parts.append(part)
      }
    }
    Self.sortOnce(&parts)
    if parts.isEmpty { return Self.all }
    if parts.count == 1 { return parts[0] }
    if parts[0] == Self.empty { return parts.allSatisfy { self[$0].isNullable } ? Self.empty : Self.none }
    let sets = parts.filter { self[$0].kind == .set }
    if sets.count > 1 {
      var meet = self.sets[Int(self[sets[0]].a)]
      for other in sets.dropFirst() { meet = meet.intersection(self.sets[Int(self[other].a)]) }
      return intersection(parts.filter { self[$0].kind != .set } + [set(meet)])
    }
    guard parts.count <= Self.maximumParts else {
      hasFailed = true
      return Self.none
    }
    for part in parts where self[part].kind == .complement && parts.contains(self[part].a) { return Self.none }
    let shortest = parts.map { self[$0].shortest }.max() ?? 0
    let longest = parts.map { self[$0].longest }.min() ?? 0
    if shortest > longest { return Self.none }
    return node(.intersection, parts) { graph, node in
      node.isNullable = parts.allSatisfy { graph[$0].isNullable }
      node.shortest = shortest
      node.longest = longest
    }
  }

  mutating func complement(_ id: ID) -> ID {
    let inner = self[id]
    switch inner.kind {
    case .none: return Self.all
    case .all: return Self.none
    case .complement: return inner.a
    case .empty: return repetition(anyone, 1, Self.unbounded)
    case .repetition where inner.a == anyone:
      if inner.c == Self.unbounded { return repetition(inner.a, 0, inner.b - 1) }
      if inner.b == 0 { return repetition(inner.a, inner.c + 1, Self.unbounded) }
    case .sequence:
      if let spelled = complementOfPrefix(id) { return spelled }
    default: break
    }
    return node(.complement, id) { graph, node in
      node.isNullable = !inner.isNullable
      node.shortest = node.isNullable ? 0 : 1
      node.isExact = inner.kind == .trie
      node.isContiguous = node.isExact
    }
  }

  /// Texts that do not begin with a text of the sets s₁ s₂ …, without a complement: they end before, or leave it.
  private mutating func complementOfPrefix(_ id: ID) -> ID? {
    var heads: [ID] = []
    var rest = id
    while self[rest].kind == .sequence {
      guard self[self[rest].a].kind == .set, heads.count < 64 else { return nil }
      heads.append(self[rest].a)
      rest = self[rest].b
    }
    guard rest == Self.all else { return nil }
    var result = Self.none
    for head in heads.reversed() {
      let others = set(sets[Int(self[head].a)].complement)
      result = union([Self.empty, sequence(others, Self.all), sequence(head, result)])
    }
    return result
  }

  // MARK: Derivatives

  /// What may follow `value`: the texts t for which `value` and then t belongs to `id`.
  mutating func derive(_ id: ID, by value: UInt32) -> ID {
    let node = self[id]
    switch node.kind {
    case .none, .empty: return Self.none
    case .all: return Self.all
    case .set: return sets[Int(node.a)].contains(value) ? Self.empty : Self.none
    case .trie:
      let child = tries[Int(node.a)].trie.child(of: node.b, value)
      return child < 0 ? Self.none : trie(node.a, child)
    case .repetition:
      let first = derive(node.a, by: value)
      if first == Self.none { return Self.none }
      return sequence(
        first, repetition(node.a, max(node.b - 1, 0), node.c == Self.unbounded ? node.c : node.c - 1))
    case .sequence where self[node.a].kind == .set:
      return sets[Int(self[node.a].a)].contains(value) ? node.b : Self.none
    default: break
    }
    let known = derivative(id, by: value)
    if known >= 0 { return known }
    var result: ID
    switch node.kind {
    case .sequence: result = deriveSequence(id, by: value)
    case .union:
      var parts: [ID] = []
      for index in node.a..<node.a + node.b { parts.append(derive(lists[Int(index)], by: value)) }
      result = union(parts)
    case .intersection:
      var parts: [ID] = []
      result = Self.all
      for index in node.a..<node.a + node.b where result != Self.none {
        parts.append(derive(lists[Int(index)], by: value))
        if parts.last == Self.none { result = Self.none }
      }
      if result != Self.none { result = intersection(parts) }
    case .complement:
      let inner = derive(node.a, by: value)
      result = complement(inner)
    default: result = derive(loops[Int(node.a)], by: value)
    }
    if !hasFailed { remember(result, of: id, by: value) }
    return result
  }

  private mutating func deriveSequence(_ id: ID, by value: UInt32) -> ID {
    var parts: [ID] = []
    var rest = id
    while self[rest].kind == .sequence {
      let node = self[rest]
      parts.append(sequence(derive(node.a, by: value), node.b))
      rest = node.b
      guard self[node.a].isNullable else { return union(parts) }
    }
    parts.append(derive(rest, by: value))
    return union(parts)
  }
}
