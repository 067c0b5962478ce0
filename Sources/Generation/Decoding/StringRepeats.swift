// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// Keeps the string that is being written from going round in circles, as the smallest models do.
///
/// Within one string no word begins after the same two tokens twice, and none comes twice in a row. What an earlier string has
/// said is only a little less likely. Looking at the beginnings of words leaves long ones alone that are several tokens. What is
/// avoided becomes unlikely rather than impossible, since a grammar may leave nothing else.
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
    var isEarlier = false
    // From the end back: `answer[index]` and the one after it are the same two tokens.
    while index >= start {
      if words.hasQuote(answer[index]) { isEarlier = true }
      if answer[index] == before, answer[index + 1] == last {
        lower(answer[index + 2], by: isEarlier ? earlierCharge : charge)
      }
      index -= 1
    }
  }
}
