// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct GBNFParserTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var grammar: String
    var accepted: [String]
    var refused: [String]
    var description: String { name }
  }

  static let notation = [
    Case(name: "literal", grammar: #"root ::= "abc""#, accepted: ["abc"], refused: ["", "ab", "abcd", "Abc"]),
    Case(name: "empty literal", grammar: #"root ::= """#, accepted: [""], refused: ["a"]),
    Case(name: "empty body", grammar: "root ::=", accepted: [""], refused: ["a"]),
    Case(
      name: "escapes", grammar: #"root ::= "\n\r\t\\\"\[\]\x41\u00e9\U0001F600""#,
      accepted: ["\n\r\t\\\"[]Aé😀"], refused: ["\n\r\t\\\"[]Ae"]),
    Case(name: "code points", grammar: #"root ::= "é京😊""#, accepted: ["é京😊"], refused: ["é京", "e京😊"]),
    Case(name: "class", grammar: "root ::= [a-cx]", accepted: ["a", "b", "c", "x"], refused: ["d", "", "ab", "-"]),
    Case(
      name: "class with hyphens", grammar: #"root ::= [-a] [a-] [\--\\]"#, accepted: ["-a-", "a-/", "--\\"],
      refused: ["b--", "-b-", "--]"]),
    Case(
      name: "negated class", grammar: #"root ::= [^a-z\n]"#, accepted: ["A", "é", "京", "😊", "\0", "\u{10FFFF}"],
      refused: ["a", "q", "\n", "AB", ""]),
    Case(
      name: "escapes in a class", grammar: #"root ::= [\]\^\\\x30-\u0032\U0001F600-\U0001F64F]"#,
      accepted: ["]", "^", "\\", "0", "2", "😀", "🙏"], refused: ["3", "[", "🚀"]),
    Case(
      name: "any character", grammar: "root ::= . .", accepted: ["ab", "é\n", "😊京"], refused: ["a", "abc", ""]),
    Case(
      name: "sequence", grammar: #"root ::= "a" [0-9] "b""#, accepted: ["a0b", "a9b"], refused: ["ab", "a0", "a00b"]),
    Case(
      name: "alternatives", grammar: #"root ::= "a" | "ab" | | "cd" "e""#, accepted: ["a", "ab", "", "cde"],
      refused: ["b", "cd", "abc"]),
    Case(name: "star", grammar: #"root ::= "ab"*"#, accepted: ["", "ab", "ababab"], refused: ["a", "aba"]),
    Case(name: "plus", grammar: #"root ::= "ab"+"#, accepted: ["ab", "abab"], refused: ["", "aba"]),
    Case(name: "optional", grammar: #"root ::= "a"? "b"?"#, accepted: ["", "a", "b", "ab"], refused: ["ba", "aa"]),
    Case(name: "exactly", grammar: "root ::= [ab]{3}", accepted: ["aba"], refused: ["ab", "abab"]),
    Case(name: "at least", grammar: "root ::= [ab]{2,}", accepted: ["ab", "aaaaa"], refused: ["", "a"]),
    Case(
      name: "between", grammar: "root ::= [ab] { 1 , 3 }", accepted: ["a", "ab", "abb"], refused: ["", "aaaa"]),
    Case(name: "none", grammar: #"root ::= "x" "a"{0} "y"{0,0}"#, accepted: ["x"], refused: ["xa", "xy"]),
    Case(
      name: "repetition of a repetition", grammar: #"root ::= "a"{2}{2} "b"?*"#,
      accepted: ["aaaa", "aaaab", "aaaabbb"],
      refused: ["aaa", "aaaaa"]),
    Case(
      name: "groups", grammar: #"root ::= ("a" | "b" ("c" | "d")*)+ "!""#, accepted: ["a!", "bcdabd!"],
      refused: ["!", "c!", "acb!"]),
    Case(
      name: "comments and newlines",
      grammar: """
        # first
        root ::= # after the mark
          first | # after a bar

          (
            "x" # in a group
            # alone
            "y"
          )

        first-1 ::= "1" # the end
        first ::= first-1 "2"\r
        # last
        """, accepted: ["12", "xy"], refused: ["1", "x", "2"]),
    Case(
      name: "a bar on a line of its own",
      grammar: "root ::= \"a\"\n  | \"b\"\n\n  # note\n  | tail_1\ntail_1 ::= \"c\"\n",
      accepted: ["a", "b", "c"], refused: ["d", "ab"]),
    Case(
      name: "nullable loops",
      grammar: #"root ::= (("a"*)* ("b"?)+)* end{0,3} end ::= "#
        .replacing(" end ::=", with: "\nend ::= \"c\"?"), accepted: ["", "aab", "baba", "abccc", "c"],
      refused: ["d", "cccc", "ca"]),
    Case(
      name: "right recursion", grammar: #"root ::= "a" root | "b""#, accepted: ["b", "ab", "aaaaaab"],
      refused: ["", "a", "ba"]),
    Case(
      name: "nested recursion", grammar: #"root ::= "(" root ")" | """#, accepted: ["", "()", "((()))"],
      refused: ["(", "(()", ")", "()()"]),
    Case(
      name: "long counts", grammar: "root ::= ([a-y] | \"zz\"){500,1000} \"!\"",
      accepted: [String(repeating: "a", count: 500) + "!", String(repeating: "zz", count: 1000) + "!"],
      refused: [String(repeating: "a", count: 499) + "!", String(repeating: "a", count: 1001) + "!"]),
    Case(
      name: "counts of what recurs", grammar: "root ::= list{2,3}\nlist ::= \"[\" list* \"]\"",
      accepted: ["[][]", "[[][]][[]][]"], refused: ["[]", "[][][][]", "[[][]"]),
    Case(
      name: "ambiguity",
      grammar: "root ::= root1*\nroot1 ::= \"a\" root1 \"b\" | \"a\" root1 | \"a\" | \"(\" root \")\"",
      accepted: ["", "a", "aaa", "aab", "aaabba", "(aab)a"], refused: ["b", "aabba", "aaabbb", "(a"]),
  ]

  static let published = [
    Case(
      name: "arithmetic",
      grammar: """
        root   ::= (sum "=" ws value "\\n")+
        sum    ::= value ([-+*/] ws value)*
        value  ::= name | number | "(" ws sum ")" ws
        name   ::= [a-z] [a-z0-9_]* ws
        number ::= [0-9]+ ws
        ws     ::= [ \\t\\n]*
        """,
      accepted: ["1=1\n", "a + b = c\n", "(x1*(2 - y))/3=(z)\n4=4\n", "((((1))))=1\n"],
      refused: ["", "1=1", "1+=2\n", "(1=2\n", "1)=2\n"]),
    Case(
      name: "list", grammar: #"root ::= entry+"# + "\n" + #"entry ::= "- " [^\r\n\x0b\x0c\x85\u2028\u2029]+ "\n""#,
      accepted: ["- milk\n", "- a\n- bé😊\n"], refused: ["", "- \n", "- a", "-a\n", "- a\u{2028}b\n", "- a\u{85}\n"]),
    Case(
      name: "JSON",
      grammar: #"""
        root   ::= object
        value  ::= object | array | string | number | ("true" | "false" | "null") ws
        object ::= "{" ws ( pair ("," ws pair)* )? "}" ws
        pair   ::= string ":" ws value
        array  ::= "[" ws ( value ("," ws value)* )? "]" ws
        string ::= "\"" ( [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}) )* "\"" ws
        number ::= "-"? ("0" | [1-9] [0-9]{0,15}) ("." [0-9]+)? ([eE] [-+]? [0-9]{1,3})? ws
        ws     ::= | " " | "\n" [ \t]{0,20}
        """#,
      accepted: [
        "{}", #"{"a":1}"#, #"{"a": [1, -2.5e+3, {"b": null}], "é": "x\n\u00e9\"😊"} "#, "{\n  \"a\": true\n}",
      ], refused: ["", "[]", "{", #"{"a":}"#, #"{"a":01}"#, #"{"a":"\x"}"#, "{\"a\":\"\n\"}", "{  }"]),
    Case(
      name: "chess",
      grammar: """
        root    ::= "1. " move " " move "\\n" ([1-9] [0-9]? ". " move " " move "\\n")+
        move    ::= (pawn | piece | castle) [+#]?
        piece   ::= [NBKQR] [a-h]? [1-8]? "x"? [a-h] [1-8]
        pawn    ::= ([a-h] "x")? [a-h] [1-8] ("=" [NBKQR])?
        castle  ::= "O-O" "-O"?
        """,
      accepted: ["1. e4 e5\n2. Nf3 Nc6\n", "1. d4 Nf6\n2. c4 exd5+\n3. O-O-O R1a3#\n"],
      refused: ["1. e4 e5\n", "2. e4 e5\n3. a4 a5\n", "1. e9 e5\n2. a4 a5\n"]),
    Case(
      name: "subset of C",
      grammar: #"""
        root ::= function+
        function ::= type name "(" parameters? ")" ws "{" ws statement* "}" ws
        type ::= ("int" | "char" | "float") " "
        name ::= [a-zA-Z_] [a-zA-Z_0-9]*
        parameters ::= type name ("," ws type name)*
        statement ::=
            ( type name ws "=" ws sum ";" ws ) |
            ( name ws "=" ws sum ";" ws ) |
            ( "return " sum ";" ws ) |
            ( "while" ws "(" condition ")" ws block ) |
            ( "if" ws "(" condition ")" ws block ("else" ws block)? ) |
            ( "//" [^\n]* "\n" ws )
        block ::= "{" ws statement* "}" ws
        condition ::= sum ("<" | "==" | ">" | "<=" | ">=") ws sum
        sum ::= product (("+" | "-") ws product)*
        product ::= factor (("*" | "/") ws factor)*
        factor ::= (name ("(" arguments? ")")? | [0-9]+ | "-" factor | "(" ws sum ")") ws
        arguments ::= sum ("," ws sum)*
        ws ::= [ \t\n]*
        """#,
      accepted: [
        "int f(){return 0;}",
        "int main(int a, char b) {\n  // note\n  int c = a * (b + 2);\n  while (c > 0) { c = c - f(c, 1); }\n  if (c == 0) { return 1; } else { return -a; }\n}\n",
      ], refused: ["int f(){return 0}", "int f(){", "f(){}", "int f(){x = ;}", "int f(){while(a){}}"]),
    Case(
      name: "Japanese", grammar: "root ::= jp+ ([ \\n] jp+)*\njp ::= [ぁ-ゟ] | [ァ-ヿ] | [、-〾] | [一-鿿]",
      accepted: ["こんにちは", "東京 タワー、"], refused: ["", "a", "東京 ", "東a"]),
    Case(
      name: "nested options", grammar: #"root ::= ("a" ("b" ("c" ("d")?)?)?)?"#, accepted: ["", "a", "abc", "abcd"],
      refused: ["b", "ac", "abcde"]),
  ]

  @Test(arguments: notation + published)
  func texts(_ test: Case) throws {
    let grammar = try Grammar(gbnf: test.grammar)
    for text in test.accepted { #expect(accepts(grammar, text), "\(text)") }
    for text in test.refused { #expect(!accepts(grammar, text), "\(text)") }
  }

  /// A text may be any length below the limit on recursion, and no byte leads beyond it.
  @Test func recursionIsBounded() throws {
    var options = GrammarOptions()
    options.maximumDepth = 5
    let grammar = try Grammar(gbnf: "root ::= value\nvalue ::= \"(\" value \")\" | \"x\"", options: options)
    #expect(accepts(grammar, "((((x))))"))
    var constraint = Constraint(grammar, .bytes)
    constraint.take("((((".utf8)
    #expect(constraint.nextBytes() == [UInt8(ascii: "x")])
    // What ends with a call of itself nests nothing.
    let list = try Grammar(gbnf: "root ::= value\nvalue ::= \"x\" value | \"x\"", options: options)
    #expect(accepts(list, String(repeating: "x", count: 1000)))
    let deep = try Grammar(gbnf: "root ::= value\nvalue ::= \"(\" value \")\" | \"x\"")
    #expect(accepts(deep, String(repeating: "(", count: 63) + "x" + String(repeating: ")", count: 63)))
    #expect(!accepts(deep, String(repeating: "(", count: 64) + "x" + String(repeating: ")", count: 64)))
  }

  @Test func anotherRoot() throws {
    let text = "root ::= \"a\" tail\ntail ::= \"b\""
    #expect(try accepts(Grammar(gbnf: text, root: "tail"), "b"))
  }

  @Test func partsOfCompositions() throws {
    let date = try GrammarSource.gbnf("root ::= [0-9]{4} \"-\" [0-9]{2}").labeled("date")
    let source = GrammarSource.sequence([
      .literal("<"), .choice([date, .schema(.bool(true)).labeled("value")]), .literal(">"),
      .repetition(try .gbnf("root ::= \"!\" root | \"?\""), minimum: 1),
    ])
    let grammar = try Grammar(source)
    for text in ["<2026-01>?", "<\"a\">!!?", "<[1]>??!?"] { #expect(accepts(grammar, text), "\(text)") }
    for text in ["<2026-01>", "<2026-1>?", "<>?"] { #expect(!accepts(grammar, text), "\(text)") }
    var constraint = Constraint(grammar, .bytes)
    constraint.take("<2026-12>!?".utf8)
    #expect(constraint.elements == [.init(name: "date", content: .text("2026-12"), isComplete: true)])
  }

  @Test func textIsCaptured() throws {
    let grammar = try Grammar(gbnf: "root ::= \"ab\" [0-9]+")
    var constraint = Constraint(grammar, .bytes)
    #expect(constraint.forcedBytes() == Array("ab".utf8))
    constraint.take("ab1".utf8)
    #expect(constraint.elements == [.init(name: "text", content: .text("ab1"), isComplete: false)])
    #expect(constraint.canEnd)
    #expect(!constraint.mustEnd)
    constraint.end()
    #expect(constraint.elements == [.init(name: "text", content: .text("ab1"), isComplete: true)])
  }
}
