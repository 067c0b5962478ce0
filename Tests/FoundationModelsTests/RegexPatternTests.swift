// SPDX-License-Identifier: Apache-2.0
import RegexBuilder
import Testing

@testable import FoundationModels

struct RegexPatternTests {
  @Test(arguments: [
    (#"\d{3}-\d{4}"#, #"^\d{3}-\d{4}$"#),
    (#"^abc$"#, "^abc$"),
    (#"a|b"#, "^(?:a|b)$"),
    (#"(Mr|Mrs)\Q. \E\w+"#, #"^(?:Mr|Mrs)\. \w+$"#),
    (#"[[a-f][\d]]+"#, #"^[a-f\d]+$"#),
    (#"(?<year>\d+?)(?:x)*"#, #"^(?:\d+)(?:x)*$"#),
    (#"[^\]a-]x{,3}"#, #"^[^\]a-]x{0,3}$"#),
    (#"\u{41}\x42\.\/"#, #"^AB\.\/$"#),
    (#"\p{Lu}.*"#, #"^\p{Lu}.*$"#),
    (#"\Aab\z"#, "^ab$"),
  ])
  func keepsTheLanguage(text: String, expected: String) throws {
    #expect(try RegexPattern.jsonSchemaPattern(for: text) == expected)
  }

  @Test(arguments: [
    (#"a(?=b)"#, "look-around"), (#"(?<!a)b"#, "look-around"), (#"(a)\1"#, "reference"), (#"(?i)a"#, "options"),
    (#"[a&&b]"#, "set operation"), (#"a*+"#, "possessive"), (#"(?>a)"#, "atomic"), (#"\bword"#, #"'\b'"#),
    (#"a^b"#, "'^'"), (#"[a"#, "no ']'"), (#"(a"#, "no ')'"), (#"a)"#, "closes no group"), (#"a\"#, "ends it"),
    (String(repeating: "(", count: 5000), "too deeply"), (String(repeating: "[", count: 5000), "too deeply"),
  ])
  func namesWhatHasNoCounterpart(text: String, reason: String) {
    let error = #expect(throws: RegexPattern.Unsupported.self) { try RegexPattern.jsonSchemaPattern(for: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func readsBuilders() {
    let regex = Regex {
      Capture {
        ChoiceOf {
          "Mr"
          "Mrs"
        }
      }
      ". "
      OneOrMore(.word)
    }
    #expect(GuideConstraint(regex: regex) == .pattern(#"^(?:Mr|Mrs)\. \w+$"#))
  }
}
