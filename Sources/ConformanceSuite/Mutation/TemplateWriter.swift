// SPDX-License-Identifier: Apache-2.0

/// Writes templates: by changing others, and by the grammar, with what breaks interpreters: numbers at the ends of their
/// range, texts and lists that multiply, nesting, recursion, odd formats.
struct TemplateWriter {
  private var random: MutationRandom
  private let pieces: TemplatePieces

  init(random: MutationRandom, pieces: TemplatePieces) {
    self.random = random
    self.pieces = pieces
  }

  // MARK: Changing

  /// A template with up to six pieces changed.
  mutating func changed(_ source: String) -> String {
    var parts = TemplatePieces.parts(source)
    for _ in 0..<(1 + random.next(below: 6)) {
      guard !parts.isEmpty else { break }
      let place = random.next(below: parts.count)
      switch random.next(below: 12) {
      case 0: parts.remove(at: place)
      case 1: parts.insert(parts[random.next(below: parts.count)], at: place)
      case 2: parts.swapAt(place, random.next(below: parts.count))
      case 3: parts.insert(random.pick(pieces.tags), at: place)
      case 4: parts.insert(random.pick(pieces.blocks), at: place)
      case 5: parts[place] = "{{ " + expression(depth: 3) + " }}"
      case 6: parts.insert(statement(depth: 2), at: place)
      case 7:
        let end = min(parts.count, place + random.length(upTo: 12))
        let body = parts[place..<end].joined()
        parts.replaceSubrange(place..<end, with: [wrapped(body)])
      default: parts[place] = spoilt(parts[place])
      }
    }
    return parts.joined()
  }

  /// A tag with a word or a character changed.
  private mutating func spoilt(_ tag: String) -> String {
    var words: [String] = []
    for scalar in tag.unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
      if isWord, let last = words.last?.unicodeScalars.last, last.properties.isAlphabetic || last == "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else {
        words.append(String(scalar))
      }
    }
    guard !words.isEmpty else { return tag }
    let place = random.next(below: words.count)
    switch random.next(below: 6) {
    case 0: words.remove(at: place)
    case 1: words.insert(random.pick(Self.marks), at: place)
    case 2: words[place] = number()
    case 3: words[place] = "(" + random.pick(pieces.expressions) + ")"
    case 4: words[place] = random.pick(Self.filters + Self.methods + Self.names)
    default: words.insert(words[random.next(below: words.count)], at: place)
    }
    return words.joined()
  }

  private static let marks = [
    "{{", "}}", "{%", "%}", "(", ")", "[", "]", "{", "}", "|", "'", "\"", "-", "#}", "{#", ".", ",", ":", "~", "**",
    "//",
    " if ", " in ", " is ", " not ", "\\", "\u{0}", "é", "0",
  ]

  // MARK: Writing

  /// A template from nothing.
  mutating func written() -> String {
    var source = random.oneIn(2) ? "{% set n = namespace(s='ab', l=[1], i=0) %}" : ""
    for _ in 0..<random.length(upTo: 12) { source += statement(depth: 3) }
    return source
  }

  private mutating func wrapped(_ body: String) -> String {
    switch random.next(below: 6) {
    case 0:
      return "{% for x in range(\(random.pick(["3", "40", "3000", "10**6", "10**18"]))) %}" + body + "{% endfor %}"
    case 1: return "{% if " + expression(depth: 2) + " %}" + body + "{% endif %}"
    case 2: return "{% set d %}" + body + "{% endset %}"
    case 3: return "{% filter " + filter() + " %}" + body + "{% endfilter %}"
    case 4: return "{% macro m(a, b=1) %}" + body + "{% endmacro %}{{ m(1) }}"
    default:
      let count = random.length(upTo: 400)
      return String(repeating: "{% if 1 %}", count: count) + body + String(repeating: "{% endif %}", count: count)
    }
  }

  private mutating func statement(depth: Int) -> String {
    guard depth > 0 else { return "{{ " + expression(depth: 2) + " }}" }
    switch random.next(below: 17) {
    case 0: return "{% set \(random.pick(Self.names)) = " + expression(depth: 4) + " %}"
    case 1: return "{% set n.\(random.pick(["s", "l", "i", "x"])) = " + expression(depth: 4) + " %}"
    case 2, 3:
      let items = random.oneIn(2) ? "range(\(random.pick(Self.counts)))" : expression(depth: 2)
      let condition = random.oneIn(4) ? " if " + expression(depth: 2) : ""
      let names = random.pick(["x", "i", "k, v", "a, b, x"])
      let otherwise = random.oneIn(5) ? "{% else %}" + statement(depth: depth - 1) : ""
      return "{% for \(names) in " + items + condition + " %}" + body(depth - 1) + otherwise + "{% endfor %}"
    case 4:
      return "{% if " + expression(depth: 3) + " %}" + body(depth - 1) + "{% elif " + expression(depth: 1) + " %}"
        + body(depth - 1) + "{% endif %}"
    case 5:
      return "{% macro f(a, b=" + expression(depth: 1) + ") %}" + body(depth - 1) + "{% endmacro %}{{ f(" + arguments()
        + ") }}"
    case 6: return "{% macro g(a) %}" + expressionTag() + "{{ g([a]) }}{% endmacro %}{{ g(1) }}"
    case 7: return "{% call(x) f(1) %}" + body(depth - 1) + "{% endcall %}"
    case 8: return "{% set s %}" + body(depth - 1) + "{% endset %}"
    case 9: return "{% filter " + filter() + " %}" + body(depth - 1) + "{% endfilter %}"
    case 10: return "{% set _ = " + random.pick(Self.names + ["n.l"]) + "." + method() + " %}"
    case 11: return "{% set n.s = n.s " + random.pick(["+", "~", "* 2 ~", "~ '" + text() + "' ~"]) + " n.s %}"
    case 12:
      return "{% set _ = n.l."
        + random.pick(["append(n.l)", "extend(n.l)", "append(n.s)", "insert(0, 'x')", "append([n.l])"]) + " %}"
    case 13: return random.pick(pieces.tags)
    case 14: return random.pick(pieces.blocks)
    case 15:
      return random.pick([
        "{% break %}", "{% continue %}", "{% raw %}{{{% endraw %}", "{# c #}", text(), "{%- set x = 1 -%}",
      ])
    default: return expressionTag()
    }
  }

  private mutating func expressionTag() -> String { "{{ " + expression(depth: 4) + " }}" }

  private mutating func body(_ depth: Int) -> String {
    (0..<(1 + random.next(below: 3))).map { _ in statement(depth: depth) }.joined()
  }

  private mutating func expression(depth: Int) -> String {
    guard depth > 0 else { return atom() }
    switch random.next(below: 22) {
    case 0...3: return atom()
    case 4, 5: return expression(depth: depth - 1) + " \(random.pick(Self.operators)) " + expression(depth: depth - 1)
    case 6...8: return "(" + expression(depth: depth - 1) + ")|" + filter()
    case 9...11: return "(" + expression(depth: depth - 1) + ")." + method()
    case 12: return "(" + expression(depth: depth - 1) + ") is " + random.pick(["", "not "]) + test()
    case 13: return "(" + expression(depth: depth - 1) + ")[" + expression(depth: depth - 1) + "]"
    case 14:
      return "(" + expression(depth: depth - 1) + ")[" + bound() + ":" + bound() + random.pick(["", ":" + number()])
        + "]"
    case 15: return "(" + expression(depth: depth - 1) + " if " + expression(depth: depth - 1) + " else " + atom() + ")"
    case 16:
      return "[" + (0..<random.next(below: 4)).map { _ in expression(depth: depth - 1) }.joined(separator: ", ") + "]"
    case 17:
      return "{"
        + (0..<random.next(below: 4)).map { _ in atom() + ": " + expression(depth: depth - 1) }.joined(separator: ", ")
        + "}"
    case 18: return "(" + expression(depth: depth - 1) + ", " + expression(depth: depth - 1) + ")"
    case 19: return random.pick(["not ", "-", "+", "- -"]) + "(" + expression(depth: depth - 1) + ")"
    case 20: return random.pick(pieces.expressions)
    default: return nested()
    }
  }

  /// One construct inside itself many times.
  private mutating func nested() -> String {
    let count = random.oneIn(6) ? random.length(upTo: 20000) : random.length(upTo: 120)
    let (open, close) = random.pick([
      ("(", ")"), ("[", "]"), ("{'a': ", "}"), ("not ", ""), ("-", ""), ("1 if ", ""), ("", " if 1"), ("", "|trim"),
      ("", "[0]"),
      ("", ".a"), ("", "()"), ("1 + ", ""), ("", " ~ 'a'"), ("", " is none"), ("f(", ")"), ("1 < ", ""), ("'a' ~ ", ""),
      ("2 ** ", ""), ("", " and 1"), ("", "[1:]"), ("dict(a=", ")"),
    ])
    return String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
  }

  private mutating func bound() -> String { random.oneIn(3) ? "" : number() }

  private mutating func atom() -> String {
    switch random.next(below: 12) {
    case 0...3: return random.pick(Self.names)
    case 4...6: return number()
    case 7, 8: return "'" + text() + "'"
    case 9: return "range(" + random.pick(Self.counts) + ")"
    case 10: return "('" + text() + "' * \(random.pick(Self.counts)))"
    default:
      return random.pick([
        "none", "true", "false", "[]", "{}", "()", "loop", "namespace(a=1)", "n.s", "n.l", "loop.index", "messages[0]",
      ])
    }
  }

  private mutating func number() -> String {
    random.oneIn(2) ? random.pick(Self.numbers) : "\(random.next(below: 300) - 100)"
  }

  private mutating func text() -> String {
    random.oneIn(12)
      ? String(repeating: random.pick(["a", "ab ", "%s", "\\n", "é", "{", "aab"]), count: random.length(upTo: 4000))
      : random.pick(Self.texts)
  }

  private mutating func arguments() -> String {
    (0..<random.next(below: 4)).map { _ in
      random.oneIn(5) ? random.pick(Self.parameters) + "=" + expression(depth: 1) : expression(depth: 1)
    }.joined(separator: ", ")
  }

  private mutating func filter() -> String {
    random.pick(Self.filters) + (random.oneIn(4) ? "" : "(" + arguments() + ")")
  }
  private mutating func method() -> String { random.pick(Self.methods) + "(" + arguments() + ")" }
  private mutating func test() -> String { random.pick(Self.tests) + (random.oneIn(2) ? "" : "(" + arguments() + ")") }

  // MARK: Words

  private static let names = [
    "messages", "tools", "a", "b", "x", "l", "d", "s", "n", "f", "g", "i", "bos_token", "message", "loop", "o", "q",
    "h", "ls", "_",
    "caller", "varargs", "kwargs",
  ]
  private static let counts = ["0", "1", "3", "30", "1000", "10**5", "10**6", "4*10**6", "10**9", "10**18", "-1"]
  private static let numbers = [
    "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775807", "(-9223372036854775807 - 1)",
    "9223372036854775808",
    "4294967296", "2147483647", "10**18", "2**63", "1e308", "1e999", "-1e308", "0.1", "-0.0", "1e-320", "10**10",
    "8000000", "true",
  ]
  private static let texts = [
    "", "a", "ab", " ", "%s", "%d", "%5d", "%-5s", "%.3f", "%999999999d", "%.999999999f", "%x", "%c", "%(a)s", "%*d",
    "%%", "%", "%q",
    "{}", "{0}", "{a}", "{", "}", "{{}}", "{99999999999999999999}", "{:>10}", "{0.a}", "\\\\u0041", "\\n", "a,b,c",
    "<|x|>",
    "%Y-%m-%d", "%c%c%c", "%9999Y", "a.b.c", "0", "-5", "ǅ", "ß", "İ", "👨‍👩‍👧", "<b>", "[1, 2]", "{\"a\": [1]}", "trim",
    "upper", "none",
    "role", "content", "0x1F", "1e5", "nan", "inf", "١٢", "½",
  ]
  private static let operators = [
    "+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "is", "|",
    ",",
  ]
  private static let filters = [
    "tojson", "from_json", "fromjson", "default", "d", "safe", "length", "count", "string", "int", "float", "abs",
    "round", "items",
    "attr", "list", "dictsort", "pprint", "trim", "upper", "lower", "capitalize", "title", "replace", "indent",
    "escape", "e",
    "forceescape", "wordcount", "format", "center", "truncate", "striptags", "urlencode", "join", "first", "last",
    "reverse",
    "sort", "unique", "min", "max", "sum", "map", "select", "reject", "selectattr", "rejectattr", "batch", "slice",
    "groupby",
  ]
  private static let methods = [
    "split", "rsplit", "splitlines", "strip", "lstrip", "rstrip", "startswith", "endswith", "replace", "upper", "lower",
    "title", "capitalize", "join", "find", "rfind", "index", "count", "format", "isdigit", "isalpha", "isalnum",
    "isspace",
    "isupper", "islower", "removeprefix", "removesuffix", "partition", "rpartition", "zfill", "ljust", "rjust",
    "center", "append",
    "extend", "insert", "pop", "remove", "reverse", "copy", "items", "keys", "values", "get", "update", "setdefault",
    "cycle",
    "changed",
  ]
  private static let tests = [
    "defined", "undefined", "eq", "equalto", "ne", "lt", "gt", "le", "ge", "in", "sameas", "divisibleby", "odd", "even",
    "lower",
    "upper", "filter", "test", "none", "boolean", "true", "false", "integer", "float", "number", "string", "mapping",
    "sequence",
    "iterable", "callable", "escaped",
  ]
  private static let parameters = [
    "attribute", "indent", "width", "default", "reverse", "case_sensitive", "d", "start", "count", "length", "end",
    "leeway",
    "killwords", "first", "blank", "fill_with", "by", "precision", "method", "base", "boolean", "ensure_ascii",
    "sort_keys",
    "separators", "chars", "maxsplit", "sep", "keepends", "a", "b",
  ]
}
