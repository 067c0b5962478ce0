// SPDX-License-Identifier: Apache-2.0

/// A URI or a reference to one, as far as identifiers of schemas need it (RFC 3986, section 5).
struct ResourceIdentifier {
  /// Letters before the colon, without it; nil for none.
  private var scheme: Substring?
  /// What follows `//`; nil for none.
  private var authority: Substring?
  private var path: Substring
  private var query: Substring?

  /// Takes text without a fragment.
  init(_ text: String) {
    var rest = text[...]
    if let colon = rest.firstIndex(of: ":"), let first = rest.first, first.isLetter,
      rest[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[mark...]
      rest = rest[..<mark]
    }
    path = rest
  }

  var text: String {
    var result = ""
    if let scheme { result += scheme + ":" }
    if let authority { result += "//" + authority }
    result += path
    if let query { result += query }
    return result
  }

  /// What `reference`, read with this as its base, names.
  func resolving(_ reference: String) -> ResourceIdentifier {
    var result = ResourceIdentifier(reference)
    if result.scheme != nil { return result }
    result.scheme = scheme
    if result.authority != nil { return result }
    result.authority = authority
    if result.path.isEmpty {
      result.path = path
      if result.query == nil { result.query = query }
    } else if !result.path.hasPrefix("/") {
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? (authority == nil ? "" : "/")
      result.path = Self.withoutDots(directory + result.path)
    } else {
      result.path = Self.withoutDots(result.path)
    }
    return result
  }

  private static func withoutDots(_ path: Substring) -> Substring {
    guard path.contains(".") else { return path }
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      if part == "." {
        if isLast { parts.append("") }
      } else if part == ".." {
        if parts.count > 1 || parts.first?.isEmpty == false { parts.removeLast() }
        if isLast { parts.append("") }
      } else {
        parts.append(part)
      }
    }
    return Substring(parts.joined(separator: "/"))
  }

  static func removingPercentEncoding(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
