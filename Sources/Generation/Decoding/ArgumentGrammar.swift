// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// The grammar of a call's arguments, and the way back from what was written to their values.
enum ArgumentGrammar {
  /// How an argument has been written.
  private enum Kind: String {
    /// A string without quotation marks.
    case text
    /// One of the form's words for true and false.
    case flag
    case json
    /// All arguments as one object.
    case all
  }

  private static let label = "argument "
  /// Optional arguments before the first required one, each of which may be the first that is written; more of them would
  /// make the grammar large.
  private static let optionalLimit = 16

  /// The text of arguments that a schema describes.
  ///
  /// A schema that is not simply an object with properties, or that refers to itself as a whole, is written as one JSON
  /// object in any form.
  static func source(for parameters: JSONValue, _ form: MemberForm) -> GrammarSource {
    guard let object = ArgumentSchema(parameters),
      object.members.prefix(while: { !$0.isRequired }).count <= optionalLimit
    else { return .schema(parameters).labeled(name(.all, "")) }
    let members = object.members.map { member in
      GrammarSource.sequence([.literal(member.name + form.middle), value(of: member, form)])
    }
    func following(_ index: Int) -> GrammarSource {
      let member = GrammarSource.sequence([.literal(form.separator), members[index]])
      return object.members[index].isRequired ? member : .optional(member)
    }
    var choices: [GrammarSource] = []
    for first in members.indices {
      let rest = (first + 1..<members.count).map(following)
      choices.append(
        .sequence(literal(form.opening) + [members[first]] + rest + literal(form.closing)))
      if object.members[first].isRequired { break }
    }
    if !object.members.contains(where: \.isRequired) { choices.append(.sequence(literal(form.empty))) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private static func literal(_ text: String) -> [GrammarSource] { text.isEmpty ? [] : [.literal(text)] }

  private static func value(of member: ArgumentSchema.Member, _ form: MemberForm) -> GrammarSource {
    switch member.kind {
    case .text where form.end != nil:
      return .text(excluding: form.end.map { [$0] } ?? []).labeled(name(.text, member.name))
    case .choice(let texts) where form.end != nil:
      return .choice(texts.map { .literal($0) }).labeled(name(.text, member.name))
    case .flag where form.words != .json:
      return .choice([.literal(form.words.yes), .literal(form.words.no)]).labeled(name(.flag, member.name))
    case .text, .choice, .flag, .other:
      return .schema(member.schema).labeled(name(.json, member.name))
    }
  }

  private static func name(_ kind: Kind, _ member: String) -> String { "\(label)\(kind.rawValue) \(member)" }

  /// Adds an argument to those of a call.
  ///
  /// - Returns: false for an element that is no argument.
  static func add(_ element: PartialElement, to arguments: inout JSONObject, _ form: ArgumentForm) -> Bool {
    guard element.name.hasPrefix(label), case .members(let form) = form else { return false }
    let rest = element.name.dropFirst(label.count)
    let word = rest.prefix { $0 != " " }
    guard let kind = Kind(rawValue: String(word)) else { return false }
    let name = String(rest.dropFirst(word.count + 1))
    switch (kind, element.content) {
    case (.all, .json(let partial)): arguments = partial.value?.objectValue ?? JSONObject()
    case (.text, .text(let text)): arguments[name] = .string(text)
    case (.flag, .text(let text)): arguments[name] = .bool(text == form.words.yes)
    case (_, .json(let partial)): arguments[name] = partial.value
    case (.json, .text), (.all, .text): return false
    }
    return true
  }
}
