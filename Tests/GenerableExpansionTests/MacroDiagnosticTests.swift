// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct MacroDiagnosticTests {
  @Test(arguments: [
    "@Generable class A {}": ["1:1: error: '@Generable' can only be used on structs and enums."],
    "@Generable actor A {}": ["1:1: error: '@Generable' can only be used on structs and enums."],
    "@Generable enum A {}": ["1:1: error: Generable enums must have at least one case."],
    "@Generable enum A { static let a = 1 }": ["1:1: error: Generable enums must have at least one case."],
    "@Generable struct A: Generable {}": [
      "1:1: error: Type already conforms to 'Generable'. Remove the '@Generable' macro or delete the existing conformance."
    ],
    "@Generable enum A: FoundationModels.Generable { case a }": [
      "1:1: error: Type already conforms to 'Generable'. Remove the '@Generable' macro or delete the existing conformance."
    ],
    "@Generable enum A { case a(type: Int) }": [
      "1:1: error: The associated value 'type' of 'a' clashes with the property that names the case."
    ],
    "struct A {\n  @Guide(description: \"x\") static var a: Int\n}": [
      "2:3: error: '@Guide' can only be used with a stored property."
    ],
    "struct A {\n  @Guide(description: \"x\") var a: Int { 1 }\n}": [
      "2:3: error: '@Guide' can only be used with a stored property."
    ],
    "struct A {\n  @Guide(description: \"x\") func a() {}\n}": [
      "2:3: error: '@Guide' can only be used with a stored property."
    ],
    "enum A {\n  @Guide(description: \"x\") case a\n}": [
      "2:3: error: '@Guide' can only be used with a stored property."
    ],
    "struct A {\n  @Guide(description: \"x\") var a = 1\n}": [
      "2:3: warning: '@Guide' has no effect on a property without a type annotation."
    ],
    "struct A {\n  @Guide(description: \"x\") let a: Int = 1\n}": [
      "2:3: warning: '@Guide' has no effect on a constant with an initial value."
    ],
    "struct A { @Guide(description: \"x\") let a: Int }": [],
    "@Generable struct A {}": [],
  ])
  func message(source: String, expected: [String]) {
    #expect(MacroHarness(source).diagnostics == expected)
  }

  @Test func aRefusedTypeGetsNoMembers() {
    #expect(MacroHarness("@Generable class A {}").text == "class A {}")
  }
}
