// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The formats that can be enforced, as patterns. Each accepts only valid texts, though not always all of them (`isExact`).
enum StringFormat {
  /// A pattern of ECMA-262 for the whole text.
  static func pattern(_ name: String) -> String? { patterns[name] }

  /// Whether the pattern accepts every valid text, so that its complement holds exactly the invalid ones.
  static func isExact(_ name: String) -> Bool { exact.contains(name) }

  static func numberBounds(_ name: String) -> (lower: JSONDecimal, upper: JSONDecimal)? {
    switch name {
    case "int32": (JSONNumber(Int(Int32.min)).decimal, JSONNumber(Int(Int32.max)).decimal)
    case "int64": (JSONNumber(Int.min).decimal, JSONNumber(Int.max).decimal)
    default: nil
    }
  }

  private static let exact: Set<String> = [
    "date", "uuid", "ipv4", "ipv6", "json-pointer", "byte", "uri", "uri-reference", "iri", "iri-reference",
    "uri-template",
  ]

  private static let patterns: [String: String] = [
    "date": "^\(date)$",
    "time": "^\(time)$",
    "date-time": "^\(date)[Tt]\(time)$",
    "duration": "^P(?:\(count)W|\(durationDate)(?:T\(durationTime))?|T\(durationTime))$",
    "uuid": "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
    "ipv4": "^\(ipv4)$",
    "ipv6": "^\(ipv6)$",
    "hostname": "^(?=.{1,253}$)\(domain)$",
    "idn-hostname": "^(?=.{1,63}$|[ -~]{1,253}$)\(internationalDomain)$",
    "email": "^(?=.{1,64}@[^@]{1,253}$)(?:\(atoms)|\(quoted))@(?:\(domain)|\(addressLiteral))$",
    "idn-email": "^(?=.{1,64}@[^@]{1,253}$)\(internationalAtoms)@\(internationalDomain)$",
    "uri": "^\(scheme):\(hierarchy(uri))\(ending(uri))$",
    "uri-reference": "^(?:\(scheme):\(hierarchy(uri))|\(relative(uri)))\(ending(uri))$",
    "iri": "^\(scheme):\(hierarchy(iri))\(ending(iri))$",
    "iri-reference": "^(?:\(scheme):\(hierarchy(iri))|\(relative(iri)))\(ending(iri))$",
    "uri-template": "^(?:\(templateLiteral)|\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\})*$",
    "json-pointer": "^\(pointer)$",
    "relative-json-pointer": "^(?:0|[1-9][0-9]{0,8})(?:#|\(pointer))$",
    "byte": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "regex": "^\(regex(depth: 3))$",
  ]

  // MARK: Dates and times (RFC 3339)

  private static let date =
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    + "|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
  private static let fraction = "(?:\\.[0-9]{1,20})?"
  // A leap second ends the day in universal time; offsets other than none are left out there.
  private static let time =
    "(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\(fraction)(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
    + "|23:59:60\(fraction)(?:[Zz]|[+-]00:00))"

  private static let count = "[0-9]{1,9}"
  private static let durationDate =
    "(?:\(count)D|\(count)M(?:\(count)D)?|\(count)Y(?:\(count)M(?:\(count)D)?)?)"
  private static let durationTime = "(?:\(count)H(?:\(count)M(?:\(count)S)?)?|\(count)M(?:\(count)S)?|\(count)S)"

  // MARK: Addresses

  private static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let ipv4 = "\(octet)(?:\\.\(octet)){3}"
  private static let group = "[0-9A-Fa-f]{1,4}"
  private static let lastGroups = "(?:\(group):\(group)|\(ipv4))"
  /// RFC 3986, section 3.2.2.
  private static let ipv6 =
    "(?:(?:\(group):){6}\(lastGroups)|::(?:\(group):){5}\(lastGroups)|(?:\(group))?::(?:\(group):){4}\(lastGroups)"
    + "|(?:(?:\(group):){0,1}\(group))?::(?:\(group):){3}\(lastGroups)"
    + "|(?:(?:\(group):){0,2}\(group))?::(?:\(group):){2}\(lastGroups)"
    + "|(?:(?:\(group):){0,3}\(group))?::\(group):\(lastGroups)|(?:(?:\(group):){0,4}\(group))?::\(lastGroups)"
    + "|(?:(?:\(group):){0,5}\(group))?::\(group)|(?:(?:\(group):){0,6}\(group))?::)"

  /// Labels of 1 to 63 letters, digits and hyphens, none at either end. Two hyphens in the third and fourth place are kept for
  /// encoded labels (RFC 5891), which not every text is; none are written.
  private static func label(_ letters: String) -> String {
    let (l, h) = ("[\(letters)]", "[\(letters)-]")
    return "\(l)(?:\(l)|\(h)\(l)|\(h)(?:\(l)\(l)|-\(l)|(?:\(l)\(h)|-\(l))\(h){0,58}\(l)))?"
  }
  private static let domain = "\(label("A-Za-z0-9"))(?:\\.\(label("A-Za-z0-9")))*"
  /// Small letters of scripts that run from left to right and take no marks. An encoded label is longer than what it stands
  /// for, so that few of them are allowed.
  private static let internationalLetters =
    "a-z0-9\\u00DF-\\u00F6\\u00F8-\\u00FF\\u03B1-\\u03C9\\u0430-\\u044F\\u3041-\\u3096\\u4E00-\\u9FA5\\uAC00-\\uD7A3"
  private static let internationalLabel =
    "[\(internationalLetters)](?:[\(internationalLetters)]{0,12}|[\(internationalLetters)]-[\(internationalLetters)]{1,11})"
  private static let anyLabel = "(?:\(internationalLabel)|\(label("A-Za-z0-9")))"
  private static let internationalDomain = "\(anyLabel)(?:\\.\(anyLabel)){0,7}"

  // RFC 5321, section 4.1.2.
  private static let atomCharacters = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-"
  private static let atoms = "[\(atomCharacters)]+(?:\\.[\(atomCharacters)]+)*"
  private static let internationalAtoms =
    "[\(atomCharacters)\\u00A1-\\u02FF\\u0370-\\u1FFF\\u3041-\\uD7A3]+(?:\\.[\(atomCharacters)\\u00A1-\\u02FF\\u0370-\\u1FFF\\u3041-\\uD7A3]+)*"
  private static let quoted = "\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\""
  private static let addressLiteral = "\\[(?:\(ipv4)|IPv6:\(ipv6))\\]"

  // MARK: Identifiers of resources (RFC 3986 and 3987)

  private struct Alphabet {
    /// Unreserved characters, for use in a class.
    var unreserved: String
    /// Further ones in a query.
    var query: String
  }
  private static let uri = Alphabet(unreserved: "A-Za-z0-9._~", query: "")
  private static let iri = Alphabet(
    unreserved: uri.unreserved + "\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF"
      + (1...14).map { plane in
        let base = plane << 16
        let first = plane == 14 ? base + 0x1000 : base
        return "\\u{\(String(first, radix: 16))}-\\u{\(String(base + 0xFFFD, radix: 16))}"
      }.joined(), query: "\\uE000-\\uF8FF\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}")
  private static let delimiters = "!$&'()*+,;="
  private static let encoded = "%[0-9A-Fa-f]{2}"
  private static let scheme = "[A-Za-z][A-Za-z0-9+.-]*"

  /// Characters of a path segment, and with `extra` others.
  private static func characters(_ alphabet: Alphabet, _ extra: String) -> String {
    "(?:[\(alphabet.unreserved)\(delimiters)\(extra)-]|\(encoded))"
  }

  private static func authority(_ alphabet: Alphabet) -> String {
    "(?:\(characters(alphabet, ":"))*@)?(?:\\[(?:\(ipv6)|[Vv][0-9A-Fa-f]+\\.[\(uri.unreserved)\(delimiters):-]+)\\]"
      + "|\(characters(alphabet, ""))*)(?::[0-9]*)?"
  }

  private static func hierarchy(_ alphabet: Alphabet) -> String {
    let part = characters(alphabet, ":@")
    return "(?://\(authority(alphabet))(?:/\(part)*)*|/(?:\(part)+(?:/\(part)*)*)?|\(part)+(?:/\(part)*)*|)"
  }

  private static func relative(_ alphabet: Alphabet) -> String {
    let part = characters(alphabet, ":@")
    return
      "(?://\(authority(alphabet))(?:/\(part)*)*|/(?:\(part)+(?:/\(part)*)*)?|\(characters(alphabet, "@"))+(?:/\(part)*)*|)"
  }

  private static func ending(_ alphabet: Alphabet) -> String {
    "(?:\\?\(characters(alphabet, ":@/?" + alphabet.query))*)?(?:#\(characters(alphabet, ":@/?"))*)?"
  }

  /// RFC 6570, section 2.
  private static let templateLiteral =
    "(?:[!#$&-;=?-\\[\\]_a-z~\\u00A0-\\uD7FF\\uE000-\\uFDCF\\uFDF0-\\uFFEF\\u{10000}-\\u{10FFFF}]|\(encoded))"
  private static let variable =
    "(?:[A-Za-z0-9_]|\(encoded))(?:\\.?(?:[A-Za-z0-9_]|\(encoded)))*(?::[1-9][0-9]{0,3}|\\*)?"

  /// RFC 6901.
  private static let pointer = "(?:/(?:[^~/]|~[01])*)*"

  // MARK: Patterns

  /// Regular expressions that every dialect reads alike, groups nested to `depth`.
  private static func regex(depth: Int) -> String {
    let escape = "\\\\[dDwWsSnrtfv.*+?^$|()\\[\\]{}/\\\\]"
    let member = "(?:0-9|a-z|A-Z|a-f|A-F|[A-Za-z0-9_ !#%&,.:;=@~$*+?(){}|<>'\"/]|\(escape))"
    let quantifier = "(?:[*+?]|\\{[0-9]{1,2},?\\})\\??"
    let single = "[A-Za-z0-9_ !#%&,:;=@~<>'\"/-]|\(escape)|\\.|\\[\\^?\(member)+-?\\]"
    let group = depth > 0 ? "|\\((?:\\?:)?\(regex(depth: depth - 1))\\)" : ""
    return "(?:[\\^$|]|(?:\(single)\(group))(?:\(quantifier))?)*"
  }
}
