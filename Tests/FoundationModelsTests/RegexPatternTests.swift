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

  /// A regex that is no literal, and the pattern it makes or the reason why it makes none.
  struct Built: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let constraint: GuideConstraint
    let expected: String

    init(_ expected: String, _ regex: Regex<some Any>) {
      testDescription = expected
      self.expected = expected
      constraint = GuideConstraint(regex: regex)
    }
  }

  struct OwnComponent: CustomConsumingRegexComponent {
    typealias RegexOutput = Substring

    func consuming(
      _ input: String, startingAt index: String.Index, in bounds: Range<String.Index>
    ) throws -> (upperBound: String.Index, output: Substring)? { nil }
  }

  /// A regex that refers back to a group.
  static var repeated: Built {
    let reference = Reference(Substring.self)
    return Built(
      "reference",
      Regex {
        Capture(as: reference) { "a" }
        reference
      })
  }

  @Test(arguments: [
    Built(
      #"^(?:Mr|Mrs)\. \w+$"#,
      Regex {
        Capture {
          ChoiceOf {
            "Mr"
            "Mrs"
          }
        }
        ". "
        OneOrMore(.word)
      }),
    Built(
      #"^(?:a|b\d+)c$"#,
      Regex {
        ChoiceOf {
          "a"
          Regex {
            "b"
            OneOrMore(.digit)
          }
        }
        "c"
      }),
    Built(
      "^(?:a|b)c$",
      Regex {
        /a|b/
        "c"
      }),
    Built(
      "^(?:a|b)$",
      Regex {
        ChoiceOf {
          "a"
          "b"
        }
      }),
    Built(
      "^(?:ab){2,3}[a-f\\d]{2,}x{0,4}y?$",
      Regex {
        Repeat(2...3) { "ab" }
        Repeat(2...) { CharacterClass("a"..."f", .digit) }
        Repeat(...4) { "x" }
        Optionally("y")
      }),
    Built(
      #"^[\s\S]+.$"#,
      Regex {
        OneOrMore(.any, .reluctant); One(.anyNonNewline)
      }),
    Built(#"^(?:[aA]1[bB])$"#, /a1b/.ignoresCase()),
    Built(#"^(?:[a-cA-Cx-zX-Z_]+)$"#, /[a-cx-z_]+/.ignoresCase()),
    Built(#"^(?:a[\s\S])$"#, /a./.dotMatchesNewlines()),
    Built(
      #"^a\*\n[a\-\]]$"#,
      Regex {
        Anchor.startOfSubject; "a*\n"; One(.anyOf("a-]")); Anchor.endOfLine
      }),
    Built(
      #"^(?:\d+)[\p{Lu}]$"#,
      Regex {
        Capture {
          OneOrMore(.digit)
        } transform: {
          Int($0)
        }
        CharacterClass.generalCategory(.uppercaseLetter)
      }),
    Built(
      #"^\D[^\p{N}ab]$"#,
      Regex {
        CharacterClass.digit.inverted; CharacterClass(.digit, .anyOf("ab")).inverted
      }),
    Built(
      "TryCapture",
      Regex {
        TryCapture {
          OneOrMore(.digit)
        } transform: {
          Int($0)
        }
      }),
    Built(
      "code of its own",
      Regex {
        "x"; OwnComponent()
      }),
    Built(
      "look-around",
      Regex {
        NegativeLookahead("a"); "b"
      }),
    Built("atomic", Regex { Local { "a" } }),
    Built("possessive", Regex { OneOrMore(.any, .possessive) }),
    Built("possessiveByDefault", /a+/.repetitionBehavior(.possessive)),
    Built("set operation", Regex { CharacterClass.word.subtracting(.digit) }),
    Built(
      "'wordBoundary'",
      Regex {
        Anchor.wordBoundary; "a"
      }),
    Built(
      "'startOfSubject'",
      Regex {
        "a"; Anchor.startOfSubject
      }),
    repeated,
    Built("negated class", Regex { CharacterClass(.digit.inverted, .anyOf("a")).inverted }),
  ])
  func readsBuilders(_ sample: Built) {
    switch sample.constraint {
    case .pattern(let pattern): #expect(pattern == sample.expected)
    case .unsupportedPattern(_, let reason): #expect(reason.contains(sample.expected))
    default: Issue.record("\(sample.constraint)")
    }
  }

  @Test func negatedClassesLeaveOutAllOfSwifts() throws {
    #expect(try RegexPattern.jsonSchemaPattern(for: #"[^\d\s]"#) == #"^[^\p{N}\s\u0085]$"#)
    #expect(throws: RegexPattern.Unsupported.self) { try RegexPattern.jsonSchemaPattern(for: #"[^\W]"#) }
  }
}
