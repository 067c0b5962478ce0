// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// Keeps the string that is being written from going round in circles, as the smallest models do.
///
/// Within one string no word begins after the same two tokens twice, none after the same two words, and none comes twice in a
/// row. What an earlier string has said is only a little less likely. Looking at the beginnings of words leaves long ones alone
/// that are several tokens. What is avoided becomes unlikely rather than impossible, since a grammar may leave nothing else.
enum StringRepeats {
  /// Taken off a logit for what the string itself has said: after it any other token is likelier.
  private static let charge: Float = 40
  /// The same for what an earlier string has said.
  private static let earlierCharge: Float = 2
  /// Tokens looked back at.
  private static let window = 512

  static func lower(_ logits: UnsafeMutableBufferPointer<Float>, after answer: [TokenID], _ words: WordTokens) {
    guard answer.count > 1 else { return }
    let (last, before) = (answer[answer.count - 1], answer[answer.count - 2])
    func lower(_ token: TokenID, by charge: Float) {
      if words.beginsWord(token), Int(token) < logits.count { logits[Int(token)] -= charge }
    }
    if words.hasQuote(last) { return }
    lower(last, by: charge)
    if words.hasQuote(before) { return }
    let start = max(answer.count - window, 0)
    var index = answer.count - 3
    // Where the open string begins, once its quotation mark is found.
    var opening: Int?
    var said: Set<[UInt8]> = []
    // From the end back: `answer[index]` and the one after it are the same two tokens.
    while index >= start {
      if opening == nil, words.hasQuote(answer[index]) { opening = index }
      if answer[index] == before, answer[index + 1] == last {
        if opening != nil {
          lower(answer[index + 2], by: earlierCharge)
        } else if words.beginsWord(answer[index + 2]) {
          said.insert(words.beginning(answer[index + 2]))
        }
      }
      index -= 1
    }
    let string = answer[(opening.map { $0 + 1 } ?? start)...]
    addFollowers(in: words.folded(string), to: &said)
    for token in words.beginnings(of: said) { lower(token, by: charge) }
  }

  /// The words of a text that have come after its last two before.
  private static func addFollowers(in text: [UInt8], to found: inout Set<[UInt8]>) {
    let words = WordTokens.words(in: text)
    guard words.count > 3 else { return }
    func isSame(_ one: Int, _ other: Int) -> Bool { text[words[one]].elementsEqual(text[words[other]]) }
    let last = words.count - 1
    for index in 0..<(last - 1) where isSame(index + 1, last) && isSame(index, last - 1) {
      found.insert(Array(text[words[index + 2]]))
    }
  }
}
