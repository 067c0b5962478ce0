// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Tokenization

/// How far the canonical tokens of a text are the same whatever comes after it.
///
/// Byte pair encoding has two properties that this rests on: the tokens before any border are the canonical tokens of the
/// text before that border, and whether a border can stand between two tokens is decided near it. So the tokens of the text
/// with more after it are those of the text up to some place, then a token that begins there and runs past the end; or
/// there is a border at the end. Borders that all such ways have, over the tokens that the grammar allows, are certain.
struct CertainTokens {
  /// The last border that every way has; between characters.
  private(set) var end: Int
  /// The borders of one way, ascending from 0 to one between characters; those up to `end` are the same in all.
  private(set) var borders: [Int]

  /// Bytes at the end of the text in which a token that runs past it may begin.
  private static let reach = 64
  /// Tokens looked at for one place; where there are more, it is taken that one of them fits.
  private static let most = 64
  /// Tokens before a place that decide whether a token may begin there.
  private static let near = 3

  /// Nil where no token leads on from the text with a border at `required`.
  ///
  /// - Parameters:
  ///   - text: in UTF-8; not empty.
  ///   - required: a border that every way has; 0 for none.
  ///   - constraint: the state after `text`.
  init?(_ text: [UInt8], requiring required: Int, _ constraint: Constraint, _ tokenizer: Tokenizer) {
    let whole = Self.borders(text, tokenizer)
    guard whole.last == text.count else { return nil }
    let floor = max(0, text.count - Self.reach)
    // Beginnings of a long text are encoded from a border on that is well before the places that differ.
    let isWhole = { (place: Int) in place == text.count || text[place] & 0xC0 != 0x80 }
    let anchor = whole.last { $0 + Self.reach / 2 <= floor && isWhole($0) } ?? 0
    let head = Array(whole.prefix { $0 < anchor })

    var common = whole.contains(required) ? whole : nil
    var last = common
    for place in max(floor, required)..<text.count {
      let tokens = constraint.extensions(of: text[place...], limit: Self.most)
      if tokens.isEmpty { continue }
      var start = place
      while !isWhole(start) { start -= 1 }
      var way = head + Self.borders(Array(text[anchor..<start]), tokenizer).map { $0 + anchor }
      guard way.contains(required) else { continue }
      if let end = common?.last, way.contains(end) { continue }
      if tokens.count < Self.most {
        let window = way.dropLast(Self.near).last(where: isWhole) ?? 0
        let fitting = tokens.lazy.compactMap { token in
          Self.fit(text[window...], constraint.trie.bytes(of: token), at: place, tokenizer)
        }.first
        guard let fitting else { continue }
        // A token that begins inside a character: the one before it may begin earlier as well.
        if start < place, !fitting.isEmpty, !fitting.contains(start) { way.removeLast() }
        guard way.contains(required) else { continue }
      }
      common = common.map { $0.filter(way.contains) } ?? way
      if !whole.contains(required) { last = way }
    }
    guard let last, let end = common?.last(where: isWhole) else { return nil }
    self.end = end
    borders = last
    while let border = borders.last, !isWhole(border) { borders.removeLast() }
  }

  /// Whether the canonical tokens of `text` and what `token` adds to it have `token` at `place`: their borders up to
  /// there, or none where half a character keeps that from being known; nil where they have not.
  private static func fit(
    _ text: ArraySlice<UInt8>, _ token: [UInt8], at place: Int, _ tokenizer: Tokenizer
  ) -> [Int]? {
    let longer = text + token.dropFirst(text.endIndex - place)
    if UTF8StreamDecoder.incompleteSuffixLength(of: Array(longer)) > 0 { return [] }
    let borders = borders(Array(longer), tokenizer).map { $0 + text.startIndex }
    guard let index = borders.firstIndex(of: place), index == borders.count - 2 else { return nil }
    return Array(borders[...index])
  }

  /// Where the canonical tokens of a text begin, and where the last one ends.
  static func borders(_ text: [UInt8], _ tokenizer: Tokenizer) -> [Int] {
    var borders = [0]
    for token in tokenizer.encode(continuation: text) {
      borders.append(borders[borders.count - 1] + tokenizer.bytes(of: token).count)
    }
    return borders
  }
}
