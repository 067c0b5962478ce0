// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TransformerRuntime

@Suite struct InferenceContextTests {
  static let models = ["llama", "qwen2", "gemma3-swa8"]

  /// The same bits whatever the division into chunks and the number of threads.
  @Test(arguments: models, [1, 2, 3]) func logitsDoNotDependOnChunksOrThreads(_ name: String, threads: Int) throws {
    let expected = try TinyModel.logits(try TinyModel.load(name))[TinyModel.tokens.count - 1]
    let model = try TinyModel.load(name, threads: threads)
    for chunk in [1, 2, 3, 5, 7, 8, 24] {
      let found = try #require(try TinyModel.logits(model, chunk: chunk).last)
      #expect(found == expected, "chunks of \(chunk)")
    }
  }

  @Test(arguments: models, [true, false]) func truncationIsExact(_ name: String, useReferenceKernels: Bool) throws {
    let options = LoadOptions(useReferenceKernels: useReferenceKernels)
    let model = try TinyModel.load(name, threads: 2, options: options)
    let cold = try #require(try TinyModel.logits(model, chunk: 24).last)
    let context = try InferenceContext(model: model, contextLength: 64)
    for keep in [0, 1, 7, 8, 9, 23] {
      context.truncate(to: 0)
      try context.append(Array(TinyModel.tokens[..<keep]) + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      context.truncate(to: keep)
      #expect(context.position == keep)
      try context.append(Array(TinyModel.tokens[keep...]))
      #expect(Array(context.logits) == cold, "kept \(keep)")
    }
  }

  @Test(arguments: ["llama", "gemma3-noswa-softcap", "gpt2"], [true, false])
  func logitsCanBeComputedLater(_ name: String, useReferenceKernels: Bool) throws {
    let options = LoadOptions(useReferenceKernels: useReferenceKernels)
    let model = try TinyModel.load(name, threads: 2, options: options)
    let expected = try #require(try TinyModel.logits(model, chunk: 24).last)
    let context = try InferenceContext(model: model, contextLength: 64)
    try context.append(TinyModel.tokens, wantsLogits: false)
    #expect(Array(context.logits) != expected)
    context.computeLogits()
    #expect(Array(context.logits) == expected)
    context.logits.update(repeating: .nan)
    let chosen: [Int32] = [3, 17, 40, 63]
    chosen.withUnsafeBufferPointer { context.computeLogits(of: $0) }
    for id in chosen { #expect(context.logits[Int(id)] == expected[Int(id)]) }
  }

  /// Of every token of the last chunk, also after later ones were dropped.
  @Test(arguments: models, [true, false])
  func logitsOfEarlierTokens(_ name: String, useReferenceKernels: Bool) throws {
    let options = LoadOptions(useReferenceKernels: useReferenceKernels)
    let model = try TinyModel.load(name, threads: 2, options: options)
    let expected = try TinyModel.logits(model, chunk: 1)
    let context = try InferenceContext(model: model, contextLength: 64)
    try context.append(Array(TinyModel.tokens[..<6]), wantsLogits: false)
    try context.append(Array(TinyModel.tokens[6..<11]), wantsLogits: false)
    #expect(context.rowCount == 5)
    for back in [4, 0, 2] {
      context.computeLogits(back: back)
      #expect(Array(context.logits) == expected[10 - back], "\(back) back")
    }
    context.truncate(to: 9)
    #expect(context.rowCount == 3)
    context.computeLogits(back: 1)
    #expect(Array(context.logits) == expected[7])
    context.truncate(to: 5)
    #expect(context.rowCount == 0)
  }

  /// Several rows of logits at once are the rows one by one.
  @Test(arguments: models + ["gpt2", "gemma3-noswa-softcap"], [1, 2])
  func logitsOfSeveralTokens(_ name: String, threads: Int) throws {
    for useReferenceKernels in [true, false] {
      let options = LoadOptions(useReferenceKernels: useReferenceKernels)
      let model = try TinyModel.load(name, threads: threads, options: options)
      let expected = try TinyModel.logits(model, chunk: 1)
      let context = try InferenceContext(model: model, contextLength: 64)
      try context.append(Array(TinyModel.tokens[..<3]), wantsLogits: false)
      try context.append(Array(TinyModel.tokens[3..<16]), wantsLogits: false)
      let size = context.logits.count
      let rows = UnsafeMutableBufferPointer<Float>.allocate(capacity: 13 * size)
      defer { rows.deallocate() }
      for (count, back) in [(1, 0), (2, 0), (3, 4), (8, 0), (8, 5), (9, 1), (13, 0)] {
        rows.update(repeating: .nan)
        context.computeLogits(count: count, back: back, into: rows)
        let first = 16 - back - count
        #expect(Array(rows[..<(count * size)]) == expected[first..<first + count].flatMap { $0 }, "\(count), \(back)")
      }
      context.truncate(to: 14)
      context.computeLogits(count: 4, back: 1, into: rows)
      #expect(Array(rows[..<(4 * size)]) == expected[9..<13].flatMap { $0 })
    }
  }

  @Test(arguments: models) func weightsLeftInTheFileGiveTheSameBits(_ name: String) throws {
    let expected = try TinyModel.logits(try TinyModel.load(name, threads: 2), chunk: 24)
    let model = try TinyModel.load(name, threads: 2, options: LoadOptions(repack: false))
    #expect(try TinyModel.logits(model, chunk: 24) == expected)
  }

  @Test func contextsOfOneModelAreIndependent() throws {
    let model = try TinyModel.load("llama", threads: 2)
    let cold = try #require(try TinyModel.logits(model, chunk: 24).last)
    let first = try InferenceContext(model: model, contextLength: 64)
    let second = try InferenceContext(model: model, contextLength: 64)
    for token in TinyModel.tokens {
      try first.append(token)
      try second.append([7, token, 3])
      second.truncate(to: second.position - 1)
    }
    #expect(Array(first.logits) == cold)
  }

  @Test(arguments: [true, false]) func overflowIsRefusedBeforeAnythingIsLost(_ useReferenceKernels: Bool) throws {
    let model = try TinyModel.load("llama", options: LoadOptions(useReferenceKernels: useReferenceKernels))
    let context = try InferenceContext(model: model, contextLength: 10)
    try context.append([Int32](1...8))
    let before = Array(context.logits)
    #expect(throws: ModelError(.contextOverflow(needed: 11, limit: 10))) { try context.append([1, 2, 3]) }
    #expect(context.position == 8)
    #expect(Array(context.logits) == before)
    try context.append([1, 2])
    #expect(throws: ModelError(.contextOverflow(needed: 11, limit: 10))) { try context.append(3) }
  }

  @Test func cancellationKeepsWholeChunks() throws {
    let model = try TinyModel.load("llama")
    let context = try InferenceContext(model: model, contextLength: 256)
    let tokens = [Int32](repeating: 5, count: 100)
    #expect(throws: ModelError(.cancelled)) { try context.append(tokens, shouldContinue: { false }) }
    #expect(context.position == 0)
    try context.append(tokens)
    #expect(context.position == 100)
  }

  @Test(arguments: [-1, 64, Int32.max, Int32.min]) func tokensOutsideTheVocabularyAreRefused(_ token: Int32) throws {
    let context = try InferenceContext(model: try TinyModel.load("llama"), contextLength: 16)
    let expected = ModelError(.tokenOutOfRange(Int(token), vocabularySize: 64))
    #expect(throws: expected) { try context.append([1, token]) }
    #expect(context.position == 0)
  }

  @Test(arguments: [Int.min, -1, 0, 257, Int.max]) func contextLengthIsLimited(_ length: Int) throws {
    let model = try TinyModel.load("llama")
    #expect(throws: ModelError.self) { try InferenceContext(model: model, contextLength: length) }
  }

  @Test func appendingNothingChangesNothing() throws {
    let context = try InferenceContext(model: try TinyModel.load("llama"), contextLength: 16)
    try context.append([1, 2])
    let before = Array(context.logits)
    try context.append([Int32]())
    #expect(context.position == 2)
    #expect(Array(context.logits) == before)
  }
}
