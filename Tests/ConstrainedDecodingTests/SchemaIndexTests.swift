// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ConstrainedDecoding

@Suite struct SchemaIndexTests {
  /// References into documents that the caller gives, their own identifiers, anchors and relative references included.
  @Test(arguments: [
    (#"{"$ref": "https://example.com/number"}"#, "1", #""a""#),
    (#"{"$ref": "https://example.com/tree#/$defs/leaf"}"#, "true", "1"),
    (#"{"$ref": "https://example.com/tree#leaf"}"#, "true", "1"),
    (#"{"$id": "https://example.com/folder/main", "$ref": "../tree"}"#, "[[true], [1]]", "[[[true]], 0]"),
    (#"{"$ref": "https://example.com/self"}"#, #"{"next": {"next": null}}"#, #"{"next": {"next": 1}}"#),
    (#"{"$ref": "https://example.com/renamed"}"#, "1", #""a""#),
  ])
  func otherDocuments(schema: String, valid: String, invalid: String) throws {
    var options = GrammarOptions.validation
    options.documents = try [
      "https://example.com/number": JSONValue(parsing: #"{"type": "integer"}"#),
      "https://example.com/tree": JSONValue(
        parsing: #"""
          {"type": "array", "items": {"type": "array", "items": {"anyOf": [{"$ref": "#leaf"}, {"$ref": "number"}]}},
           "$defs": {"leaf": {"$anchor": "leaf", "type": "boolean"}}}
          """#),
      "https://example.com/self": JSONValue(
        parsing:
          ##"{"type": ["object", "null"], "properties": {"next": {"$ref": "#"}}, "additionalProperties": false}"##),
      "https://example.com/renamed": JSONValue(
        parsing:
          #"{"$id": "https://example.org/other", "$ref": "number", "$defs": {"n": {"$id": "number", "type": "integer"}}}"#
      ),
    ]
    let grammar = try Grammar(schema: JSONValue(parsing: schema), options: options)
    #expect(grammar.notes.isEmpty)
    for (text, isValid) in [(valid, true), (invalid, false)] {
      var constraint = Constraint(grammar, .bytes)
      #expect((constraint.accept(bytes: text.utf8) && constraint.canEnd) == isValid, "\(text)")
    }
  }

  @Test func unknownDocumentIsAnError() throws {
    let schema = try JSONValue(parsing: #"{"properties": {"a": {"$ref": "https://example.com/none"}}}"#)
    #expect(throws: SchemaError.self) { try Grammar(schema: schema) }
    #expect(try Grammar(schema: schema, options: .validation).notes.map(\.path) == ["/properties/a"])
  }
}
