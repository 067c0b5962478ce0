// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Arrays of arrays and objects that must differ.
@Suite struct UniqueContainerTests {
  private static let closed =
    #"{"type":"object","properties":{"a":{"enum":[1,2]}},"required":["a"],"additionalProperties":false}"#
  private static let tagged =
    #"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"],"additionalProperties":false},"#
    + #"{"type":"object","properties":{"k":{"const":"b"}},"required":["k"],"additionalProperties":false}]}"#

  @Test(arguments: [
    (
      "{}",
      [
        "[]", "[[],{}]", "[[[1]],[[2]]]", #"[{"a":1},{"a":2}]"#, #"[{"a":1},{"b":1}]"#, #"[[1],[true]]"#,
        #"[[0],[false]]"#,
      ],
      [
        "[[],[]]", "[{},{}]", "[[1],[1.0]]", "[[[1]],[2],[[1]]]", #"[{"a":1,"b":2},{"b":2,"a":1}]"#,
        #"[{"a":[1,{"x":"y"}]},{"a":[1.0,{"x":"y"}]}]"#, #"["a",{"é":1},{"\u00e9":10e-1}]"#,
      ]
    ),
    (closed, [#"[{"a":1},{"a":2}]"#, #"[{"a":2},{"a":1}]"#], [#"[{"a":1},{"a":1}]"#, #"[{"a":1},{"a":2},{"a":1}]"#]),
    (tagged, [#"[{"k":"a"},{"k":"b"}]"#, #"[{"k":"b"},{"k":"a"}]"#], [#"[{"k":"a"},{"k":"a"}]"#]),
    (#"{"enum":[[1],[2],{"a":1}]}"#, ["[[1],[2]]", #"[{"a":1},[2],[1]]"#], ["[[1],[1]]", #"[{"a":1},{"a":1}]"#]),
    (
      #"{"type":"array","items":{"enum":[1,2]},"minItems":2,"maxItems":2}"#,
      ["[[1,1],[1,2],[2,1],[2,2]]", "[[2,2],[1,2]]"], ["[[1,2],[1,2]]", "[[1,1],[1,2],[2,1],[2,2],[1,1]]"]
    ),
    (
      #"{"type":"array","items":{"enum":[1,2]},"uniqueItems":true}"#,
      ["[[1,2],[2,1],[1],[2],[]]"], ["[[1,1]]", "[[1],[1]]", "[[1,2],[2,1],[1],[2],[],[1,2]]"]
    ),
    (
      #"{"anyOf":[{"enum":[[1],[1,2]]},{"type":"array","items":{"type":"integer"}}]}"#,
      ["[[1],[1,2],[1,2,3]]", "[[1,2],[1]]"], ["[[1,2],[1,2]]"]
    ),
    (
      #"{"type":"object","maxProperties":1,"additionalProperties":{"const":1}}"#,
      [#"[{},{"a":1},{"b":1}]"#], ["[{},{}]", #"[{"a":1},{"b":1},{"a":1}]"#]
    ),
    (
      #"{"type":"object","patternProperties":{"^[ab]$":{"const":1}},"additionalProperties":false}"#,
      [#"[{},{"a":1}]"#, #"[{"a":1},{"b":1}]"#], ["[{},{}]", #"[{"a":1},{"a":1}]"#]
    ),
  ])
  func instances(items: String, valid: [String], invalid: [String]) throws {
    let schema = try json(#"{"type":"array","uniqueItems":true,"items":\#(items)}"#)
    for order in [GrammarOptions.PropertyOrder.any, .schema] {
      var options = GrammarOptions.validation
      options.propertyOrder = order
      let grammar = try Grammar(schema: schema, options: options)
      #expect(grammar.notes.isEmpty)
      for text in valid { #expect(accepts(grammar, text), "\(text) \(items) \(order)") }
      for text in invalid { #expect(!accepts(grammar, text), "\(text) \(items) \(order)") }
    }
  }

  /// Values run out: what is left is forced, and no more items come.
  @Test func valuesRunOut() throws {
    let grammar = try Grammar(schema: json(#"{"type":"array","uniqueItems":true,"items":\#(Self.closed)}"#))
    var constraint = Constraint(grammar, .bytes)
    constraint.take(Array(#"[{"a":2},"#.utf8))
    #expect(constraint.forcedBytes() == Array(#"{"a":1}]"#.utf8))
  }

  @Test func aMinimumNeedsAsManyValues() throws {
    let item = #"{"type":"array","items":{"const":1},"maxItems":2}"#
    for (minimum, isPossible) in [(3, true), (4, false)] {
      let schema = try json(#"{"type":"array","uniqueItems":true,"minItems":\#(minimum),"items":\#(item)}"#)
      #expect(((try? Grammar(schema: schema)) != nil) == isPossible)
    }
  }
}
