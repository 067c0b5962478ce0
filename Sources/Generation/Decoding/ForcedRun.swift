// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Tokenization

/// Text that the grammar forces, cut into tokens as the tokenizer itself would cut the whole answer.
///
/// A model has read canonical tokens only; forced ones that are cut otherwise shift what it says next. So the last tokens of
/// the answer are tokenised again together with what is forced, and the end of the run is not settled where a longer token
/// that goes on into free text may come instead.
package struct ForcedRun: Equatable {
  /// Tokens at the end of the answer that are cut otherwise now that the text after them is known.
  package var replaced = 0
  /// The tokens that stand after the rest of the answer: those replaced, cut anew, and what is forced.
  package var tokens: [TokenID] = []
  /// The text that they add to the answer.
  var bytes: [UInt8] = []
  /// Tokens that follow unless the model means a longer one. The model must be asked, but they are worth computing ahead.
  var draft: [TokenID] = []

  /// Tokens of the answer that are tokenised again at most.
  static let lookBack = 4
  /// Tokens after a run that are computed ahead at most.
  static let longestDraft = 4

  /// - Parameters:
  ///   - constraint: the state after `answer`.
  ///   - answer: all tokens of the answer.
  ///   - budget: tokens that may still come.
  /// - Returns: nil where nothing is forced.
  package static func next(
    _ constraint: Constraint, after answer: [TokenID], budget: Int, _ tokenizer: Tokenizer
  ) -> ForcedRun? {
    var forced = constraint.forcedBytes()
    guard !forced.isEmpty else { return nil }
    let (kept, context) = context(of: answer, tokenizer)
    let seam = context.count
    var text = context + forced
    // Half a character is no text; its rest is a choice.
    let half = UTF8StreamDecoder.incompleteSuffixLength(of: text)
    guard half < forced.count else { return nil }
    text.removeLast(half)
    forced.removeLast(half)
    let tokens = tokenizer.encode(continuation: text)
    guard tokens.flatMap({ tokenizer.bytes(of: $0) }) == text else { return nil }
    var after = constraint
    guard after.accept(bytes: forced) else { return nil }

    // A model that says canonical tokens means what follows to have a border at the seam. Where no text can, the last tokens
    // were not canonical, and are cut anew.
    var (border, replaced) = (seam, 0)
    let certain: CertainTokens
    if let found = CertainTokens(text, requiring: seam, after, tokenizer) {
      certain = found
    } else {
      guard let found = CertainTokens(text, requiring: 0, after, tokenizer), found.end > seam else { return nil }
      certain = found
      for token in answer[kept...].reversed() where !certain.borders.contains(border) {
        border -= tokenizer.bytes(of: token).count
        replaced += 1
      }
    }
    let borders = certain.borders.drop { $0 < border }
    guard borders.first == border, let last = borders.last else { return nil }
    let starts = Array(borders)
    var run = ForcedRun(
      replaced: replaced, tokens: Array(tokenizer.encode(continuation: Array(text[..<last])).suffix(starts.count - 1)))
    guard let settled = starts.firstIndex(of: certain.end), run.tokens.count == starts.count - 1 else { return nil }
    var end = settled
    // With a budget, a run is taken as far as the value can be completed after it.
    func fits(_ end: Int) -> Bool {
      var state = constraint
      guard state.accept(bytes: forced.prefix(max(starts[end] - seam, 0))) else { return false }
      return state.minimumBudget <= budget + replaced - end
    }
    while end > 0, !fits(end) { end -= 1 }
    guard end > 0 || replaced == 0, starts[end] >= seam else { return nil }
    if end == settled {
      let draft = run.tokens[end...].prefix(longestDraft)
      // A blank nearly always turns out to be the beginning of a word.
      let isBlank = draft.first.map { tokenizer.bytes(of: $0).allSatisfy { $0 == 0x20 || $0 == 0x0A } } ?? true
      if !isBlank { run.draft = Array(draft) }
    }
    run.tokens.removeLast(run.tokens.count - end)
    run.bytes = Array(forced.prefix(starts[end] - seam))
    return run.tokens.isEmpty && run.draft.isEmpty ? nil : run
  }

  /// The last tokens of the answer, at least `lookBack` and from the start of a character on: the index of the first, and
  /// their bytes.
  private static func context(of answer: [TokenID], _ tokenizer: Tokenizer) -> (Int, [UInt8]) {
    var bytes: [UInt8] = []
    var first = answer.count
    while first > 0, answer.count - first < lookBack || (bytes.first.map { $0 & 0xC0 == 0x80 } ?? false) {
      first -= 1
      bytes.insert(contentsOf: tokenizer.bytes(of: answer[first]), at: 0)
    }
    return (first, bytes)
  }
}
