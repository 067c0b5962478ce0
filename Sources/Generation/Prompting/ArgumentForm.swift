// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// How a call writes its arguments.
enum ArgumentForm: Sendable, Hashable {
  /// As one JSON object.
  case json
  /// One by one.
  case members(MemberForm)

  func text(of arguments: JSONValue) -> String {
    switch self {
    case .json: arguments.text(.python)
    case .members(let form): form.text(of: arguments)
    }
  }
}

/// Arguments one by one, in tags (`<parameter=NAME>VALUE</parameter>`) or as a call in a program (`NAME=VALUE, NAME=VALUE`).
///
/// `opening` NAME `middle` VALUE, then for each further one `separator` NAME `middle` VALUE, then `closing`.
struct MemberForm: Sendable, Hashable {
  /// Where true, false and null stand alone as a value.
  struct Words: Sendable, Hashable {
    var yes: String
    var no: String
    var null: String

    static let json = Words(yes: "true", no: "false", null: "null")
    static let python = Words(yes: "True", no: "False", null: "None")
  }

  var opening: String
  var middle: String
  var separator: String
  var closing: String
  /// Stands in place of it all where a call has no arguments.
  var empty: String
  /// What no string without quotation marks may hold, because it ends there; nil where strings are written as in JSON.
  var end: String?
  var words: Words

  func text(of arguments: JSONValue) -> String {
    guard let members = arguments.objectValue, !members.isEmpty else { return empty }
    let texts = members.map { $0.key + middle + text(ofValue: $0.value) }
    return opening + texts.joined(separator: separator) + closing
  }

  private func text(ofValue value: JSONValue) -> String {
    switch value {
    case .string(let text) where end != nil: text
    case .bool(let flag): flag ? words.yes : words.no
    case .null: words.null
    default: value.text(.python)
    }
  }
}
