// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The formats that can be enforced, as patterns. Each accepts only valid texts, though not always all of them.
enum StringFormat {
  static func pattern(_ name: String) -> String? { patterns[name] }

  static func numberBounds(_ name: String) -> (lower: JSONDecimal, upper: JSONDecimal)? {
    switch name {
    case "int32": (JSONNumber(Int(Int32.min)).decimal, JSONNumber(Int(Int32.max)).decimal)
    case "int64": (JSONNumber(Int.min).decimal, JSONNumber(Int.max).decimal)
    default: nil
    }
  }

  private static let date =
    "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    + "|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
  // Leap seconds are left out: whether one is valid depends on the offset.
  private static let time =
    "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
  private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,59}[A-Za-z0-9])?"
  private static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"

  private static let patterns: [String: String] = [
    "date": "^\(date)$",
    "time": "^\(time)$",
    "date-time": "^\(date)[Tt]\(time)$",
    "duration":
      "^P(?:[0-9]{1,9}W|[0-9]{1,9}D(?:T\(timePart))?|[0-9]{1,9}M(?:[0-9]{1,9}D)?(?:T\(timePart))?|[0-9]{1,9}Y(?:[0-9]{1,9}M(?:[0-9]{1,9}D)?)?(?:T\(timePart))?|T\(timePart))$",
    "uuid": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
    "ipv4": "^\(octet)(?:\\.\(octet)){3}$",
    "hostname": "^\(label)(?:\\.\(label)){0,3}$",
    "email":
      "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}){0,2}@\(label)(?:\\.\(label)){1,3}$",
    "uri":
      "^[A-Za-z][A-Za-z0-9+.-]*:(?://[A-Za-z0-9._~-]+(?::[0-9]{1,5})?)?(?:[/?#](?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?$",
  ]
  private static let timePart =
    "(?:[0-9]{1,9}H(?:[0-9]{1,9}M(?:[0-9]{1,9}S)?)?|[0-9]{1,9}M(?:[0-9]{1,9}S)?|[0-9]{1,9}S)"
}
