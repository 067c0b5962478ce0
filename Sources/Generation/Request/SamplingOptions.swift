// SPDX-License-Identifier: Apache-2.0

/// How the next token is chosen from the logits.
///
/// The filters apply in the order repetition penalty, top-k, top-p, min-p, temperature; a value that disables one is given
/// beside it.
package struct SamplingOptions: Sendable, Hashable {
  /// Takes the most likely token and ignores the fields below but the repetition penalty.
  package var greedy = false
  /// Divides the logits; 0 means greedy.
  package var temperature = 0.8
  /// Keeps the k most likely tokens; 0 keeps all.
  package var topK = 40
  /// Keeps the most likely tokens whose probabilities sum to p; 1 keeps all.
  package var topP = 0.95
  /// Keeps tokens with at least this share of the best one's probability; 0 keeps all.
  package var minP = 0.05
  /// Divides positive logits (multiplies negative ones) of tokens seen in the window; 1 changes nothing.
  package var repetitionPenalty = 1.0
  /// How many of the last tokens the penalty looks at.
  package var repetitionWindow = 64
  /// How a grammar and the filters go together; without a grammar it means nothing.
  package var constrained = ConstrainedSampling.checked
  /// Keeps the strings of a value fit to be read by people, where a small model and a tight grammar would spoil them.
  ///
  /// Where the token that was chosen would begin a new word or a mark and the grammar refuses it, the next choice is among
  /// tokens that end the word too, if there are any. Otherwise a word grows together with the next where no more words are
  /// allowed: after `enjoy` the model wants ` the`, and of what is allowed `the` is likelier than a full stop. And tokens
  /// that would repeat what the string has said come last: see ``StringRepeats``.
  package var writesProse = false
  /// The same seed, prompt and options give the same tokens; nil draws a seed from the system.
  package var seed: UInt64?

  package init() {}

  package static var greedy: SamplingOptions {
    var options = SamplingOptions()
    options.greedy = true
    return options
  }
}
