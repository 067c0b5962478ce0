// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct StringFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var valid: [String]
    var invalid: [String]
    var testDescription: String { format }
  }

  @Test(arguments: [
    Case(
      format: "date", valid: ["2024-02-29", "2000-02-29", "1999-12-31", "0000-01-01"],
      invalid: ["2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-1-1", "24-01-01", "2024-01-00", ""]),
    Case(
      format: "time", valid: ["08:30:06Z", "23:59:60Z", "23:59:60.5+00:00", "00:00:00.123456789-07:30", "08:30:06z"],
      invalid: ["08:30:06", "24:00:00Z", "22:59:60Z", "08:60:00Z", "8:30:06Z", "08:30:06+24:00", "08:30:06.Z"]),
    Case(
      format: "date-time", valid: ["1963-06-19T08:30:06.283185Z", "1990-12-31t23:59:60z", "2020-02-29T00:00:00+01:00"],
      invalid: ["1990-12-31T15:59:59", "1990-02-31T15:59:59Z", "2013-350T01:01:01Z", "1963-06-19 08:30:06Z"]),
    Case(
      format: "duration", valid: ["P4DT12H30M5S", "P4Y", "PT0S", "P2W", "P1M", "PT36H", "P1Y2M3DT1H"],
      invalid: ["P", "PT", "P1", "4DT", "P2Y2W", "P2D1Y", "PT1D", "P1DT", "P1YT"]),
    Case(
      format: "uuid", valid: ["2EB8AA08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"],
      invalid: [
        "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380",
        "g0000000-0000-0000-0000-000000000000",
      ]
    ),
    Case(
      format: "ipv4", valid: ["192.168.0.1", "0.0.0.0", "255.255.255.255"],
      invalid: ["127.0.0", "256.1.1.1", "01.1.1.1", "1.1.1.1.1", "1.1.1.1 ", "0x7f.0.0.1"]),
    Case(
      format: "ipv6",
      valid: [
        "::1", "::", "12345::".dropFirst().description, "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1::8",
        "2001:db8::1:0:0:1",
      ],
      invalid: [
        "12345::", ":1", "1:2:3:4:5:6:7", "1::2::3", "1:2:3:4:5:6:7:8:9", "::ffff:256.0.0.1", "fe80::a%eth1",
        ":2:3:4:5:6:7:8",
      ]
    ),
    Case(
      format: "hostname", valid: ["www.example.com", "a", "1host", "a-b.c-d", String(repeating: "a", count: 63)],
      invalid: [
        "-a", "a-", "a_b", "a..b", "", ".", "ab--c", "a.", String(repeating: "a", count: 64),
        Array(repeating: String(repeating: "a", count: 62), count: 5).joined(separator: "."),
      ]),
    Case(
      format: "idn-hostname", valid: ["example", "\u{4F8B}\u{5B50}.com", "m\u{FC}ller.de", "a-b"],
      invalid: ["", "-a", "\u{3002}", "a b", "\u{302E}x"]),
    Case(
      format: "email",
      valid: [
        "joe.bloggs@example.com", "te~st@example.com", "\"joe bloggs\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]",
        "a@b",
      ],
      invalid: [
        "2962", ".test@example.com", "te..st@example.com", "test.@example.com", "a@", "@b", "a@b@c", "a@[127.0.0.300]",
        String(repeating: "a", count: 65) + "@b",
      ]),
    Case(
      format: "idn-email", valid: ["\u{C2E4}\u{B840}@\u{C2E4}\u{B840}.com", "joe.bloggs@example.com"],
      invalid: ["2962", "@", "a@", "a b@c"]),
    Case(
      format: "uri",
      valid: [
        "http://foo.bar/?baz=qux#quux", "urn:oasis:names:x", "mailto:J.Doe@example.com",
        "http://[2001:db8::7]/c=GB?o?o",
        "http://u:p@host:8080/a%20b", "a:", "file:///etc/x", "tel:+1-816-555-1212", "http://a.b?q#f",
      ],
      invalid: [
        "//foo.bar/", "/abc", "foo", "http:// x", "bar,baz:(", "http://[::1", "http://a:b/", "a:%2", "http://\u{E9}",
        "a:b#c#d", "", "1a:b",
      ]
    ),
    Case(
      format: "uri-reference", valid: ["//foo.bar/?q", "/abc", "abc", "#f", "", "http://a", "./a:b", "?q"],
      invalid: ["\\\\win", "a b", "#a\\b", "1:b", "%zz"]),
    Case(
      format: "iri", valid: ["http://\u{192}\u{F8}\u{F8}.\u{DF}\u{E5}r/?\u{2202}", "http://a/", "urn:\u{4F8B}"],
      invalid: ["/abc", "http:// x", "http://2001:db8::7", "\u{E9}"]),
    Case(format: "iri-reference", valid: ["/\u{E2}\u{3C0}\u{3C0}", "#\u{192}", "http://a"], invalid: ["\\a", "<a>"]),
    Case(
      format: "uri-template", valid: ["http://x/dictionary/{term:1}/{term}", "{+a,b*}", "", "a'b", "{?x.y%20}"],
      invalid: ["{", "a}", "{a", "{a b}", "{:1}", "<", "{a:0}"]),
    Case(
      format: "json-pointer", valid: ["", "/", "/foo/0", "/a~1b/~0", "/ \"\n"], invalid: ["a", "/~", "/~2", "#/a"]),
    Case(
      format: "relative-json-pointer", valid: ["0", "1/a", "12#", "2/~0"],
      invalid: ["", "/a", "01", "-1", "0##", "1a", "+1/x"]),
    Case(format: "byte", valid: ["", "TWFu", "TWE=", "TQ=="], invalid: ["T", "TW", "TWFu=", "TQ=", "TW-u", "===="]),
    Case(
      format: "regex", valid: ["", "^a+$", "(ab|c)*", "[a-z0-9_]{2,}", "\\d+\\.\\d{2}", "((a)(?:b))?"],
      invalid: ["(", "a)", "[", "*a", "^*", "a{2", "\\", "[b-a]", "a**"]),
  ])
  func formats(_ test: Case) throws {
    let algebra = StringAlgebra()
    let pattern = try #require(StringFormat.pattern(test.format))
    let set = try algebra.set(ofPattern: Pattern(parsing: pattern))
    for text in test.valid { #expect(algebra.accepts(set, text), "\(text)") }
    for text in test.invalid { #expect(!algebra.accepts(set, text), "\(text)") }
  }

  @Test func unknownOnesAreUnknown() {
    #expect(StringFormat.pattern("colour") == nil && !StringFormat.isExact("colour"))
    #expect(StringFormat.isExact("date") && !StringFormat.isExact("time"))
  }
}
