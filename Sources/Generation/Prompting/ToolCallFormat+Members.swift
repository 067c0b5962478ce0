// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension ToolCallFormat {
  /// The form of a template that writes arguments one by one.
  ///
  /// - Returns: nil where the calls that the form writes are not those of the template.
  static func withMembers(_ probe: ToolCallProbe) -> ToolCallFormat? {
    let (one, two) = ("probe_value_one", "probe_value_two")
    let arguments: JSONObject = ["probe_first": .string(one), "probe_second": .string(two)]
    func call(_ index: Int) -> ToolCallProbe.Call { .init(index: index, arguments: arguments) }
    guard let text = probe.rendered([call(0)]),
      let (before, afterName) = text.cut(at: ToolCallProbe.name(0)),
      let (opening, afterFirst) = afterName.cut(at: "probe_first"),
      let (middle, afterOne) = afterFirst.cut(at: one),
      let (separator, afterSecond) = afterOne.cut(at: "probe_second"),
      let (again, tail) = afterSecond.cut(at: two), again == middle, !middle.isEmpty, !separator.isEmpty,
      let none = probe.rendered([.init(index: 0, arguments: [:])]),
      let (_, noneTail) = none.cut(at: ToolCallProbe.name(0))
    else { return nil }
    var form = MemberForm(
      opening: String(opening), middle: String(middle), separator: String(separator), closing: "", empty: "", end: nil,
      words: .json)
    var rest = tail
    if let quote = form.middle.last, quote == "\"" || quote == "'", form.separator.first == quote, tail.first == quote {
      form.middle.removeLast()
      form.separator.removeFirst()
      rest = tail.dropFirst()
    } else {
      let end = commonPrefix(form.separator, rest)
      form.end = String(end.firstIndex(of: ">").map { end[...$0] } ?? end[...])
    }
    // What calls with and without arguments begin and end with belongs to the call.
    let (whole, noneWhole) = (probe.withoutEnd(String(rest)), probe.withoutEnd(String(noneTail)))
    let name = String(commonPrefix(form.opening, noneWhole))
    form.opening.removeFirst(name.count)
    form.empty = String(noneWhole.dropFirst(name.count))
    let closing = String(commonPrefix(whole.reversed(), form.empty.reversed()).reversed())
    form.closing = String(whole.dropLast(closing.count))
    form.empty.removeLast(closing.count)
    // Where strings have no quotation marks, their end must be told from text.
    if let end = form.end, end.filter({ !$0.isWhitespace }).count < 2 { return nil }
    guard let words = words(probe, form) else { return nil }
    form.words = words
    var format = ToolCallFormat(
      opening: ToolCallProbe.marked(before, call: 0), middle: name, separator: "",
      closing: ToolCallProbe.marked(closing[...], call: 0), arguments: .members(form), maximumCalls: 1)
    if let double = probe.rendered([call(0), call(1)]), let (_, after) = double.cut(at: two),
      let (between, _) = after.cut(at: ToolCallProbe.name(1))
    {
      let quotes = form.end == nil ? 1 : 0
      format.separator = ToolCallProbe.marked(between.dropFirst(quotes + form.closing.count), call: 1)
      format.maximumCalls = usualMaximum
    }
    return format
  }

  /// How the template writes true, false and null.
  private static func words(_ probe: ToolCallProbe, _ form: MemberForm) -> MemberForm.Words? {
    func text(of value: JSONValue) -> String? {
      guard let text = probe.rendered([.init(index: 0, arguments: ["probe_first": value, "probe_second": 7])]),
        let (_, afterKey) = text.cut(at: "probe_first" + form.middle),
        let (written, afterValue) = afterKey.cut(at: form.separator + "probe_second" + form.middle),
        afterValue.first == "7"
      else { return nil }
      return String(written)
    }
    guard text(of: 5) == "5", let yes = text(of: true), let no = text(of: false) else { return nil }
    // Some templates cannot write null.
    return MemberForm.Words(yes: yes, no: no, null: text(of: .null) ?? (yes == "True" ? "None" : "null"))
  }

  private static func commonPrefix(_ a: some Sequence<Character>, _ b: some Sequence<Character>) -> [Character] {
    zip(a, b).prefix { $0 == $1 }.map(\.0)
  }
}

extension Substring {
  /// The text before and after the first place of `word`; nil where it does not occur.
  fileprivate func cut(at word: String) -> (before: Substring, after: Substring)? {
    firstRange(of: word).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}
