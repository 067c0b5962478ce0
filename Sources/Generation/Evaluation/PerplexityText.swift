// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// A text cut into windows that do not overlap, as perplexity is measured.
///
/// What is left over at the end is dropped. Where the vocabulary asks for it, each window begins with the
/// beginning-of-sequence token in place of its first token.
package struct PerplexityText: Sendable {
  package let windowLength: Int
  /// Of the whole text.
  package let tokenCount: Int
  private let tokens: [TokenID]
  private let beginning: TokenID?

  /// - Parameter windowLength: at least 4, so that there is something to score.
  package init(_ text: String, _ tokenizer: Tokenizer, windowLength: Int) {
    precondition(windowLength >= 4, "the second half of a window holds tokens to score")
    tokens = tokenizer.encode(text, parsingSpecialTokens: false, addingSpecials: true)
    beginning = tokenizer.addsBeginningOfSequence ? tokenizer.beginningOfSequence : nil
    tokenCount = tokens.count
    self.windowLength = windowLength
  }

  package var windowCount: Int { tokens.count / windowLength }

  package func window(_ index: Int) -> [TokenID] {
    var window = Array(tokens[index * windowLength..<(index + 1) * windowLength])
    if let beginning { window[0] = beginning }
    return window
  }
}
