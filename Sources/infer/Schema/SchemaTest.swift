// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// `infer schema test`: whether the model could have written each instance, and if not, where it would have gone another way.
struct SchemaTest {
  let command: SchemaCommand
  let source: SchemaCommand.Source

  func run() throws -> ExitCode {
    let environment = command.environment
    var instances: [(name: String, text: String)] = []
    for path in command.instances {
      let text = try StandardInput.contents(of: path)
      // The last line break belongs to the file.
      instances.append((path, source.isGrammar && text.hasSuffix("\n") ? String(text.dropLast()) : text))
    }
    let inline = environment.arguments.texts(.instance)
    for (index, text) in inline.enumerated() {
      instances.append((inline.count > 1 ? "--instance \(index + 1)" : "--instance", text))
    }
    guard !instances.isEmpty else {
      throw UsageError(
        problems: ["schema test needs instances: files after the schema's, or --instance JSON"], command: .schema)
    }
    // Files are laid out for people; a run of blanks is no more than their indentation.
    let options = command.options(whitespace: .flexible(maximumRun: 255))
    let grammar = try source.compile(options)
    let outcomes = instances.map { Outcome(name: $0.name, text: $0.text, grammar, isJSON: !source.isGrammar) }
    let style = environment.outputStyle
    if environment.arguments.has(.json) {
      try environment.output.write(JSONValue.array(outcomes.map(\.json)).text(.pretty) + "\n")
    } else {
      for outcome in outcomes {
        if environment.isQuiet, outcome.refusal == nil { continue }
        try environment.output.write(outcome.text(style) + "\n")
      }
    }
    return outcomes.allSatisfy { $0.refusal == nil } ? .success : .failure
  }

  /// What became of one instance.
  struct Outcome {
    struct Refusal: Equatable {
      /// Bytes that were read before it.
      var offset: Int
      /// From 1, in lines and code points.
      var line: Int
      var column: Int
      /// The character that cannot come there; nil for the end of the text.
      var found: String?
      var expected: String
    }
    let name: String
    var refusal: Refusal?

    init(name: String, text: String, _ grammar: Grammar, isJSON: Bool = true) {
      self.name = name
      // The blanks around a value are the file's, not the value's.
      let blanks: (UInt8) -> Bool = { isJSON && [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let bytes = Array(text.utf8)
      let start = bytes.firstIndex { !blanks($0) } ?? bytes.count
      let end = bytes.lastIndex { !blanks($0) }.map { $0 + 1 } ?? bytes.count
      var constraint = Constraint(grammar, .bytes)
      for index in start..<max(start, end) {
        if constraint.accept(bytes: CollectionOfOne(bytes[index])) { continue }
        refusal = Self.refusal(at: index, in: bytes, constraint)
        return
      }
      if !constraint.canEnd { refusal = Self.refusal(at: max(start, end), in: bytes, constraint, isEnd: true) }
    }

    private static func refusal(
      at index: Int, in bytes: [UInt8], _ constraint: Constraint, isEnd: Bool = false
    ) -> Refusal {
      // A character is refused as a whole, whichever of its bytes did not fit.
      var first = index
      while first > 0, first < bytes.count, bytes[first] & 0xC0 == 0x80 { first -= 1 }
      let before = bytes[..<first]
      let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let found = isEnd ? nil : String(decoding: bytes[first...].prefix(4), as: UTF8.self).unicodeScalars.first
      return Refusal(
        offset: first, line: before.count { $0 == 0x0A } + 1,
        column: String(decoding: bytes[lineStart..<first], as: UTF8.self).unicodeScalars.count + 1,
        found: found.map { String($0) }, expected: ExpectedText(constraint).description)
    }

    func text(_ style: Style) -> String {
      guard let refusal else { return "\(name): \(style.green("accepted"))" }
      let found = refusal.found.map { JSONValue.quoted($0) } ?? "the end"
      return
        "\(name): \(style.red("refused")) at line \(refusal.line) column \(refusal.column) (byte \(refusal.offset)): "
        + "found \(found), expected \(refusal.expected)"
    }

    var json: JSONValue {
      var object: JSONObject = ["name": .string(name), "accepted": .bool(refusal == nil)]
      if let refusal {
        object["offset"] = .number(JSONNumber(refusal.offset))
        object["line"] = .number(JSONNumber(refusal.line))
        object["column"] = .number(JSONNumber(refusal.column))
        object["found"] = refusal.found.map { .string($0) } ?? .null
        object["expected"] = .string(refusal.expected)
      }
      return .object(object)
    }
  }
}
