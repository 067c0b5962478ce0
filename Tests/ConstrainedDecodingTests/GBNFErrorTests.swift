// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct GBNFErrorTests {
  struct Case: Sendable, CustomStringConvertible {
    var grammar: String
    var message: String
    var description: String { message }
  }

  @Test(arguments: [
    Case(
      grammar: "root = \"a\"", message: #"grammar line 1, column 6: "::=" after the name of a rule expected, not "=""#),
    Case(grammar: "\n  ::= x", message: #"grammar line 2, column 3: the name of a rule expected, not ":""#),
    Case(grammar: "root ::= \"a", message: "grammar line 1, column 10: the literal is not closed"),
    Case(grammar: "root ::= \"é\" [a-", message: "grammar line 1, column 14: the class is not closed"),
    Case(grammar: "root ::= (\"a\"\n  (\"b\")\n", message: "grammar line 1, column 10: the group is not closed"),
    Case(grammar: "root ::= \"a\")", message: #"grammar line 1, column 13: ")" closes nothing"#),
    Case(
      grammar: "root ::= | *", message: #"grammar line 1, column 12: nothing stands before "*" that could be repeated"#),
    Case(
      grammar: "root ::= (+)", message: #"grammar line 1, column 11: nothing stands before "+" that could be repeated"#),
    Case(
      grammar: "root ::= \"a\" & \"b\"",
      message: #"grammar line 1, column 14: a literal, class, group or name expected, not "&""#),
    Case(grammar: "root ::= \"\\q\"", message: "grammar line 1, column 11: no such escape"),
    Case(grammar: "root ::= \"\\x4\"", message: "grammar line 1, column 11: the escape needs 2 hexadecimal digits"),
    Case(grammar: "root ::= [\\uD800-\\uD900]", message: "grammar line 1, column 11: the escape names no character"),
    Case(grammar: "root ::= \"\\U00110000\"", message: "grammar line 1, column 11: the escape names no character"),
    Case(grammar: "root ::= \"\\", message: "grammar line 1, column 11: the escape is cut short"),
    Case(grammar: "root ::= [z-a]", message: "grammar line 1, column 11: the range is out of order"),
    Case(grammar: "root ::= []", message: "grammar line 1, column 10: the class has no characters"),
    Case(grammar: "root ::= [^]", message: "grammar line 1, column 10: the class has no characters"),
    Case(grammar: "root ::= [^\\x00-\\U0010FFFF]", message: "grammar line 1, column 10: the class has no characters"),
    Case(
      grammar: "root ::= \"a\"{}", message: #"grammar line 1, column 14: a number of repetitions expected, not "}""#),
    Case(
      grammar: "root ::= \"a\"{2\n}",
      message: #"grammar line 1, column 15: "," or "}" in the repetition expected, not the end of the line"#),
    Case(
      grammar: "root ::= \"a\"{3,2}",
      message: "grammar line 1, column 13: at least 3 and at most 2 repetitions contradict each other"),
    Case(
      grammar: "root ::= \"a\"{99999999999999999999}",
      message: "grammar line 1, column 14: at most 1000000 repetitions can be asked for"),
    Case(
      grammar: "root ::= <[1000]>",
      message: "grammar line 1, column 10: references to tokens of a vocabulary are not supported"),
    Case(
      grammar: "root ::= !<think>",
      message: "grammar line 1, column 10: references to tokens of a vocabulary are not supported"),
    Case(
      grammar: "root ::= itme\nitem ::= \"a\"",
      message: #"grammar line 1, column 10: rule "itme" is not defined; did you mean "item"?"#),
    Case(grammar: "root ::= elsewhere", message: #"grammar line 1, column 10: rule "elsewhere" is not defined"#),
    Case(
      grammar: "root ::= \"a\"\n\nroot ::= \"b\"",
      message: #"grammar line 3, column 1: rule "root" is already defined in line 1"#),
    Case(
      grammar: "Root ::= \"a\"",
      message: #"grammar line 1, column 1: there is no rule "root" to begin with; did you mean "Root"?"#),
    Case(grammar: "", message: #"grammar line 1, column 1: there is no rule "root" to begin with"#),
    Case(grammar: "root ::= root \"a\" | \"b\"", message: #"grammar line 1, column 1: rule "root" begins with itself"#),
    Case(
      grammar: "root ::= a\na ::= \"x\"? b\nb ::= (c | \"y\")* a \"z\" | \"\"\nc ::= \"c\"",
      message: "grammar line 2, column 1: rules begin with each other: a → b → a"),
    Case(
      grammar: "root ::= \"x\" list\nlist ::= nothing list \"y\" | \"y\"\nnothing ::= \"n\"*",
      message: #"grammar line 2, column 1: rule "list" begins with itself"#),
    Case(grammar: "root ::= (root)*", message: #"grammar line 1, column 1: rule "root" begins with itself"#),
    Case(grammar: "root ::= \"a\" root", message: #"grammar line 1, column 1: rule "root" never ends"#),
    Case(
      grammar: "root ::= \"x\" | loop\nloop ::= \"a\" other\nother ::= \"b\" loop",
      message: #"grammar line 2, column 1: rule "loop" never ends"#),
    Case(
      grammar: "root ::= \0",
      message: "grammar line 1, column 10: a literal, class, group or name expected, not a control character"),
  ])
  func messages(_ test: Case) {
    do {
      _ = try Grammar(gbnf: test.grammar)
      Issue.record("accepted")
    } catch {
      #expect(error.description == test.message)
    }
  }

  @Test func depthIsLimited() {
    var options = GrammarOptions()
    options.maximumDepth = 4
    let text = "root ::= a\na ::= \"(\" b \")\"\nb ::= a? \"[\" (a | \"x\") \"]\" c\nc ::= \"x\""
    #expect(throws: Never.self) { try Grammar(gbnf: text, options: options) }
    options.maximumDepth = 1
    let deep =
      "root ::= a \"!\"\na ::= \"(\" b \")\"\nb ::= \"x\" a \"x\" | \"y\" c \"y\"\nc ::= \"z\" c \"z\" | d{900} \"z\"\nd ::= \"0\" | \"1\" d \"1\" | c"
    #expect(throws: GBNFError.self) { try Grammar(gbnf: deep, options: options) }
  }

  // MARK: Hostile grammars: a typed error or a result

  /// A result, or an error of its kind, and some bytes read.
  private func survives(_ text: String, reading input: String = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab") {
    guard let grammar = try? Grammar(gbnf: text) else { return }
    var constraint = Constraint(grammar, Vocabularies.mixed)
    for byte in input.utf8 where constraint.accept(bytes: [byte]) {
      #expect(constraint.heads.count <= Machine.maximumHeads)
    }
    var mask = TokenMask(count: 0)
    constraint.fillMask(&mask, budget: constraint.minimumBudget + 3)
    // What needs half a milliard tokens is as good as endless.
    #expect(mask.isEmpty == (constraint.minimumBudget >= Int(Cost.infinite)))
  }

  @Test(arguments: [1_000, 100_000])
  func nestedGroups(depth: Int) throws {
    let grammar = try Grammar(
      gbnf: "root ::= " + String(repeating: "(", count: depth) + "\"a\"" + String(repeating: ")", count: depth))
    #expect(accepts(grammar, "a"))
    survives("root ::= " + String(repeating: "(\"a\" ", count: depth) + String(repeating: ")?", count: depth))
    survives("root ::= " + String(repeating: "(", count: depth) + "\"a\"" + String(repeating: ")*", count: depth))
    survives("root ::= " + String(repeating: "(", count: depth) + "\"a\"" + String(repeating: "){2}", count: depth))
    #expect(throws: GBNFError.self) { try Grammar(gbnf: "root ::= " + String(repeating: "(", count: depth)) }
  }

  @Test func longTexts() {
    #expect(throws: GBNFError.self) {
      try Grammar(gbnf: "root ::= \"a\" #" + String(repeating: "x", count: GBNFText.maximumLength))
    }
    survives("root ::= \"" + String(repeating: "a", count: 1_000_000) + "\"")
    survives("root ::= " + String(repeating: "\"a\"? ", count: 150_000))
    survives("root ::= " + String(repeating: "[^a]? ", count: 150_000))
    survives("root ::= " + (0..<60_000).map { "\"w\($0)\"" }.joined(separator: " | "))
    survives("root ::= [" + String(repeating: "a-z", count: 300_000) + "]")
    survives("root ::= " + (0..<1_000).map { "[^\\u\(String(0x4000 + $0, radix: 16))]" }.joined(separator: " "))
  }

  @Test func chainsOfRules() {
    let count = 20_000
    func chain(_ body: (Int) -> String) -> String {
      (0..<count).map { "r\($0) ::= \(body($0 + 1))" }.joined(separator: "\n") + "\nr\(count) ::= \"a\"\nroot ::= r0"
    }
    survives(chain { "r\($0)" })
    survives(chain { "\"a\" r\($0)" })
    survives(chain { "\"a\" r\($0) \"b\"" })
    survives(chain { "r\($0) \"b\"" })
    survives(chain { "r\($0)?" })
    survives(chain { "\"a\" r\($0) \"b\" | \"b\" root \"b\" | \"a\"" })
  }

  @Test func powersOfRules() {
    func powers(_ count: Int, _ last: String, _ body: (String) -> String) -> String {
      (0..<count).map { "r\($0) ::= \(body("r\($0 + 1)"))" }.joined(separator: "\n")
        + "\nr\(count) ::= \(last)\nroot ::= r0"
    }
    for last in ["\"a\"", "\"a\"?", "\"a\" root | \"b\"", "\"a\" root \"b\" | \"b\"", "(\"a\" root \"b\")?"] {
      survives(powers(40, last) { "\($0) \($0)" })
      survives(powers(40, last) { "\($0) | \($0) \($0)" })
      survives(powers(40, last) { "(\($0) | \($0)){0,9}" })
      survives(powers(12, last) { "\($0){1000}" })
    }
  }

  @Test func automataWithManyStates() {
    survives("root ::= [ab]* \"a\" [ab]{12}")
    survives("root ::= [ab]* \"a\" [ab]{40}")
    survives("root ::= ([ab]* \"a\" [ab]{400}){1,3}")
    survives("root ::= (\"a\" | \"aa\" | \"aaa\"){0,100000}")
    survives("root ::= ((\"a\" | \"aa\"){0,1000} \"b\"?){0,1000}")
    survives("root ::= (((\"a\"{1,1000}){1,1000}){1,1000}){1,1000}")
    survives("root ::= ((((\"a\"*)*)*)*){0,1000} \"b\"")
  }

  @Test(arguments: [
    "root ::= \"a\" root \"b\" | \"a\" root \"c\" | \"a\" root | \"a\"", "root ::= \"a\" | \"a\" root root",
    "root ::= s s s\ns ::= \"a\" s s | \"a\" | (\"a\" s \"b\")?",
    "root ::= s+\ns ::= (\"a\" | \"aa\") s? s? (s | \"b\")?",
    "root ::= x{0,1000}\nx ::= \"a\" x{0,1000} \"b\"? | \"a\"",
    "root ::= x*\nx ::= \"a\" (y | x)* \"b\"?\ny ::= \"a\"+ x? \"b\"?",
  ])
  func ambiguity(_ text: String) {
    survives(text)
    survives(text, reading: String(repeating: "a", count: 150))
  }
}
