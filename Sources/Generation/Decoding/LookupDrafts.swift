// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// Drafts from the text of one answer, and what becomes of them.
struct LookupDrafts {
  var text: PromptLookup
  /// Logits of the tokens of the last draft and of the one before it.
  let rows = LogitRows()
  /// Tokens of the draft that is being checked; 0 where there is none.
  var proposed = 0
  private var accepted = 0
  private var pace: DraftPace

  init(_ prompt: [TokenID], most: Int) {
    text = PromptLookup(prompt)
    pace = DraftPace(most: most)
  }

  /// At most `limit` tokens that may follow; none while drafts do not pay.
  mutating func propose(limit: Int) -> [TokenID] {
    (proposed, accepted) = (0, 0)
    return text.draft(limit: min(pace.next(), limit))
  }

  /// A token of the draft has come to be the answer's.
  mutating func accept() { if proposed > 0 { accepted += 1 } }

  /// The draft is used up, or the answer went another way.
  mutating func settle(_ statistics: inout GenerationStatistics) {
    guard proposed > 0 else { return }
    statistics.lookupAcceptedTokens += accepted
    pace.settle(drafted: proposed, accepted: accepted)
    (proposed, accepted) = (0, 0)
  }
}
