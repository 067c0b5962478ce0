// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The documents that `--document` gives, for references to other URIs; nothing is ever loaded from elsewhere.
enum SchemaDocuments {
  /// Documents by absolute URI without fragment.
  ///
  /// - Throws: `CommandError` for a file that cannot be read or is no schema, a document without a URI, and a URI that comes
  ///   twice.
  static func read(_ arguments: ParsedArguments) throws(CommandError) -> [String: JSONValue] {
    var documents: [String: JSONValue] = [:]
    for text in arguments.texts(.document) {
      let (given, file) = split(text)
      let document = try parse(try StandardInput.contents(of: file), file)
      guard let uri = given ?? document["$id"]?.stringValue, isAbsolute(uri) else {
        throw CommandError(.usage, "\(file): no absolute \"$id\"; give the document's URI: --document URI=\(file)")
      }
      let key = uri.hasSuffix("#") ? String(uri.dropLast()) : uri
      guard !key.contains("#") else {
        throw CommandError(.usage, "--document \(uri): the URI of a document has no fragment; leave out what follows #")
      }
      guard documents.updateValue(document, forKey: key) == nil else {
        throw CommandError(.usage, "the document \(key) is given more than once; keep one --document")
      }
    }
    return documents
  }

  /// `URI=FILE`, or `FILE` alone. A URI with an equals sign must come from the document's `$id`.
  static func split(_ text: String) -> (uri: String?, file: String) {
    guard let sign = text.firstIndex(of: "="), isAbsolute(String(text[..<sign])) else { return (nil, text) }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// Whether a scheme comes first: a letter, then letters, digits, `+`, `-` and `.`, then a colon (RFC 3986, section 3.1).
  private static func isAbsolute(_ uri: String) -> Bool {
    guard let colon = uri.firstIndex(of: ":"), let first = uri.first, first.isASCII, first.isLetter else {
      return false
    }
    return uri[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func parse(_ text: String, _ file: String) throws(CommandError) -> JSONValue {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw CommandError(.schema, "\(file): \(error)")
    }
    switch value {
    case .object, .bool: return value
    default: throw CommandError(.schema, "\(file): a JSON Schema is an object, true or false")
    }
  }
}
