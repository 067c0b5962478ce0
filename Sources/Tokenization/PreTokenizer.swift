// SPDX-License-Identifier: Apache-2.0

/// Cuts text into the pieces inside which a byte-level BPE may merge.
///
/// Each vocabulary was trained with a regular expression; the groups here scan the same language by hand, over UTF-8.
/// Where a vocabulary names several expressions, each is applied to the pieces of the one before, and what a pattern
/// does not match stays as a piece of its own.
enum PreTokenizer: Sendable, Equatable {
  /// `GPT2Pattern`.
  case gpt2
  /// Each number scalar on its own, then `GPT2Pattern`.
  case digitsThenGPT2
  /// Runs of punctuation, then `GPT2Pattern`, then runs of numbers, then ASCII digits in threes.
  case punctuationThenGPT2
  /// `Llama3Pattern` with runs of up to so many numbers, and marks counted as letters or not.
  case llama3(digits: Int, marks: Bool)
  /// Expressions without a scanner of their own.
  case patterns([SplitPattern])

  /// The group that a vocabulary's `tokenizer.ggml.pre` names, or nil for a name not known here.
  ///
  /// A file without the key gets `default`, as in llama.cpp; its pieces may differ from the model's training.
  init?(name: String?) {
    switch name ?? "default" {
    case "default": self = .punctuationThenGPT2
    case "gpt-2", "phi-2", "jina-es", "jina-de", "jina-v1-en", "jina-v2-es", "jina-v2-de", "gigachat", "a.x-4.0",
      "mellum", "modern-bert", "roberta-bpe", "mpt", "olmo", "jais", "trillion", "granite-docling", "exaone4":
      self = .gpt2
    case "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2":
      self = .digitsThenGPT2
    case "llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano",
      "dbrx", "smaug-bpe", "chatglm-bpe", "glm4", "glm5":
      self = .llama3(digits: 3, marks: false)
    case "qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "megrez", "stablelm2", "hunyuan", "solar-open", "grok-2":
      self = .llama3(digits: 1, marks: false)
    case "qwen35":
      self = .llama3(digits: 1, marks: true)
    case let name:
      guard let texts = SplitPatternTable.patterns(named: name) else { return nil }
      let patterns = texts.compactMap(SplitPattern.init)
      guard patterns.count == texts.count else { return nil }
      self = .patterns(patterns)
    }
  }

  /// Whether a vocabulary of this name takes a piece that is a token whole, before any merge.
  static func ignoresMerges(name: String?) -> Bool {
    wholePieceNames.contains(name ?? "") || ["minicpm5", "glm4", "glm5"].contains(name ?? "")
  }

  /// Whether a vocabulary of this name starts a text with its first token when the file does not say.
  static func addsBeginningOfSequence(name: String?) -> Bool { wholePieceNames.contains(name ?? "") }

  private static let wholePieceNames: Set<String> = [
    "llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano",
    "tekken",
  ]

  /// Calls `body` with the byte range of each piece in order; the ranges cover the text.
  @inline(__always)
  func forEachPiece(in text: ScalarText, _ body: (Range<Int>) -> Void) {
    switch self {
    case .gpt2:
      GPT2Pattern.forEachPiece(in: text, from: 0, body)
    case .digitsThenGPT2:
      var start = 0
      while start < text.end {
        let number = text.find(.number, from: start)
        GPT2Pattern.forEachPiece(in: text.ending(at: number), from: start, body)
        start = number
        if number < text.end {
          start += text.element(at: number).length
          body(number..<start)
        }
      }
    case .punctuationThenGPT2:
      DefaultPattern.forEachPiece(in: text, body)
    case .llama3(let digits, let marks):
      var start = 0
      let pattern = Llama3Pattern(maximumDigits: digits, letters: marks ? [.letter, .mark] : .letter)
      while start < text.end {
        let end = pattern.pieceEnd(in: text, from: start)
        body(start..<end)
        start = end
      }
    case .patterns(let patterns): Self.apply(patterns[...], in: text, from: 0, body)
    }
  }

  private static func apply(
    _ patterns: ArraySlice<SplitPattern>, in text: ScalarText, from start: Int, _ body: (Range<Int>) -> Void
  ) {
    guard let first = patterns.first else {
      if start < text.end { body(start..<text.end) }
      return
    }
    first.forEachPiece(in: text, from: start) { piece in
      if patterns.count == 1 {
        body(piece)
      } else {
        apply(patterns.dropFirst(), in: text.ending(at: piece.upperBound), from: piece.lowerBound, body)
      }
    }
  }
}
