// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// Elements of a type's body in source order, with the `#if` blocks that surround some of them.
///
/// A macro sees every branch of an `#if` and cannot know which one is active, so its expansion repeats the blocks.
struct ConditionalList<Element> {
  enum Item {
    case element(Element)
    case conditional([Clause])
  }

  /// One branch: `directive` is `#if os(Linux)`, `#elseif DEBUG` or `#else`.
  struct Clause {
    let directive: String
    let list: ConditionalList
  }

  var items: [Item] = []

  /// Every element of every branch.
  var all: [Element] {
    items.flatMap { item in
      switch item {
      case .element(let element): [element]
      case .conditional(let clauses): clauses.flatMap { $0.list.all }
      }
    }
  }

  var hasConditions: Bool {
    items.contains { if case .conditional = $0 { true } else { false } }
  }

  /// Collects what `extract` finds in each member; branches in which nothing is found stay as empty branches, since
  /// an `#else` without its `#if` would mean something else.
  init(_ members: MemberBlockItemListSyntax, extract: (DeclSyntax) -> [Element]) {
    for member in members {
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else {
        items += extract(member.decl).map(Item.element)
        continue
      }
      let clauses = block.clauses.map { clause in
        let inner: ConditionalList =
          if case .decls(let members) = clause.elements {
            ConditionalList(members, extract: extract)
          } else {
            ConditionalList(elements: [])
          }
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        return Clause(directive: clause.poundKeyword.text + condition, list: inner)
      }
      if clauses.contains(where: { !$0.list.items.isEmpty }) { items.append(.conditional(clauses)) }
    }
  }

  init(elements: [Element]) {
    items = elements.map(Item.element)
  }

  init(items: [Item]) {
    self.items = items
  }

  func map<Other>(_ transform: (Element) -> Other) -> ConditionalList<Other> {
    ConditionalList<Other>(
      items: items.map { item in
        switch item {
        case .element(let element): .element(transform(element))
        case .conditional(let clauses):
          .conditional(clauses.map { .init(directive: $0.directive, list: $0.list.map(transform)) })
        }
      })
  }

  /// Those elements for which `isIncluded` holds.
  func filter(_ isIncluded: (Element) -> Bool) -> ConditionalList {
    ConditionalList(
      items: items.compactMap { item in
        switch item {
        case .element(let element): return isIncluded(element) ? item : nil
        case .conditional(let clauses):
          let kept = clauses.map { Clause(directive: $0.directive, list: $0.list.filter(isIncluded)) }
          return kept.contains { !$0.list.items.isEmpty } ? .conditional(kept) : nil
        }
      })
  }

  /// The elements outside `#if`.
  var unconditional: [Element] { items.compactMap { if case .element(let element) = $0 { element } else { nil } } }

  /// Writes each element with `body`, inside the directives that surround it.
  func write(to writer: inout SourceWriter, _ body: (Element, inout SourceWriter) -> Void) {
    for item in items {
      switch item {
      case .element(let element):
        body(element, &writer)
      case .conditional(let clauses):
        for clause in clauses {
          writer.line(clause.directive)
          clause.list.write(to: &writer, body)
        }
        writer.line("#endif")
      }
    }
  }
}
