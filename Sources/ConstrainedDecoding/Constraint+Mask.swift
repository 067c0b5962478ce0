// SPDX-License-Identifier: Apache-2.0

// Masks: every allowed token at once.
extension Constraint {
  /// Sets `mask` to the tokens that may come next, end-of-generation tokens included where the text may end.
  ///
  /// With a budget (tokens left, this one included, ends of generation not counted), only those after which the text can
  /// still be completed in time; from `minimumBudget` on there is always one until the text may end.
  ///
  /// A mask that has been asked for before, in this session or another, is the same storage: nothing is copied.
  package func fillMask(_ mask: inout TokenMask, budget: Int? = nil) {
    mask = tokenMask(budget: budget)
  }

  /// The tokens that may come next; see `fillMask`. With `isFresh`, without what has been kept.
  package func tokenMask(budget: Int? = nil, isFresh: Bool = false) -> TokenMask {
    if isFinished || budget.map({ $0 <= 0 }) ?? false { return endMask() }
    let limit = costLimit(budget)
    let (question, hit) = ask(knowsCosts: limit != nil, isFresh: isFresh)
    // Costs are looked at only where a mask is asked for with a budget; then once without a tight one, for later.
    var mask: TokenMask
    var dearest: Int32
    if let hit {
      (mask, dearest) = (hit.mask, hit.dearest)
    } else {
      (mask, dearest) = compute(
        limit: limit.map { _ in Cost.infinite - 1 }, ignoresKeyText: question.isPlain, isFresh: isFresh)
      if let key = question.key { trie.memo.insert(key, question.hash, mask, dearest: dearest) }
    }
    if let limit {
      // A character more for each, or a few, may be needed where a key turns out to be used.
      if question.hasUsedKeys {
        let used = Int32(frames.count { $0.node == Frame.keyRecord })
        // Of most kinds of keys, many differ in a few characters; of others the next one may be long.
        let isScarce = heads.contains {
          $0.phase == .string && ($0.isItem || $0.isKey && !grammar.view.forgetsKeys($0.node))
        }
        let characters = isScarce ? (used + 2) * Self.longText : used + 2 * LazyAutomaton.choiceDepth
        dearest = Cost.sum(dearest, Cost.times(characters, costs.view.character))
      }
      if dearest > limit {
        (mask, _) = compute(
          limit: limit, ignoresKeyText: question.isPlain && !question.hasUsedKeys, isFresh: isFresh)
        return question.hasUsedKeys || !question.isPlain ? mask : settlingKeys(mask, question, budget)
      }
    }
    return question.isPlain ? settlingKeys(mask, question, budget) : mask
  }

  /// Characters by which the next text that is not used is longer at most, of sets of few texts.
  private static let longText: Int32 = 64

  /// What a mask is asked for, in the words by which masks are kept.
  private struct Question {
    /// Nil where the mask is not to be kept: it is known, or the state takes too many words.
    var key: [UInt64]?
    var hash: UInt64 = 0
    var isPlain = false
    var isSummary = false
    var hasUsedKeys = false
  }

  private func ask(knowsCosts: Bool, isFresh: Bool) -> (Question, MaskMemo.Hit?) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: MaskKey.capacity) { words in
      var question = Question()
      var key = MaskKey(words.baseAddress!)
      key.append(0)
      question.isPlain = heads.withUnsafeBufferPointer { heads in
        frames.withUnsafeBufferPointer { frames in
          guard MaskKey.isPlain(heads, frames) else {
            key.append(wholeOf: heads, frames)
            return false
          }
          return true
        }
      }
      let view = grammar.view
      if question.isPlain, !knowsCosts, MaskKey.canSummarize(view, trie) {
        var work = makeWorkspace()
        key.append(summaryOf: 0..<heads.count, machine, trie, &work)
        question.isSummary = true
        key.replace(at: 0, key.namesGrammar ? grammar.identity << 3 | 2 : 2)
      } else {
        if question.isPlain {
          frames.withUnsafeBufferPointer { frames in
            for head in heads {
              key.append(head, frames, view, containers: trie.structure.mostClosers, knowsCosts: knowsCosts)
            }
          }
        }
        key.replace(at: 0, grammar.identity << 3 | (knowsCosts ? 0 : 1))
      }
      question.hasUsedKeys = key.hasUsedKeys
      guard !isFresh, key.isWhole else { return (question, nil) }
      let keyWords = UnsafeBufferPointer(start: key.words, count: key.count)
      question.hash = key.hash
      if let hit = trie.memo.find(keyWords, question.hash) { return (question, hit) }
      question.key = Array(keyWords)
      return (question, nil)
    }
  }

  private func endMask() -> TokenMask {
    var mask = TokenMask(count: trie.vocabularySize)
    if canEnd { for token in trie.endOfGeneration { mask[token] = true } }
    return mask
  }

  private func compute(limit: Int32?, ignoresKeyText: Bool, isFresh: Bool) -> (TokenMask, dearest: Int32) {
    var mask = TokenMask(count: trie.vocabularySize)
    let dearest = mask.withUnsafeMutableWords { words in
      var builder = MaskBuilder(
        machine, trie, limit: limit, ignoresKeyText: ignoresKeyText, makeWorkspace(), words,
        keptFor: isFresh ? nil : grammar.identity)
      builder.run()
      return builder.dearest
    }
    if canEnd { for token in trie.endOfGeneration { mask[token] = true } }
    return (mask, dearest ?? 0)
  }

  /// Settles the tokens whose fate depends on which keys have been used: `mask` does not know them.
  private func settlingKeys(_ mask: TokenMask, _ question: Question, _ budget: Int?) -> TokenMask {
    var result = mask
    func check(_ token: Int) {
      let isAllowed = allows(token, budget: budget)
      if isAllowed != result[token] { result[token] = isAllowed }
    }
    if !trie.structure.twoKeys.isEmpty, heads.contains(where: { $0.isKey && $0.phase == .string }) {
      trie.structure.twoKeys.forEach(check)
    }
    if !trie.structure.twoItems.isEmpty, heads.contains(where: { $0.isItem && !$0.isKey && $0.phase == .string }) {
      trie.structure.twoItems.forEach(check)
    }
    if question.isSummary { trie.structure.keysAfterComma.forEach(check) }
    guard question.hasUsedKeys else { return result }
    // A used key takes tokens away and adds none.
    func checkAllowed(_ token: Int) { if result[token] { check(token) } }
    let repeats = frames.withUnsafeBufferPointer { KeyRepeats($0) }
    repeats.forEachToken(trie.structure, checkAllowed)
    // Readings of one text have one hash.
    var hashes: [UInt64] = []
    for head in heads where grammar.view.forgetsText(head) && !hashes.contains(head.hash) {
      hashes.append(head.hash)
      repeats.forEachToken(closing: head.hash, trie.strings.closing, checkAllowed)
    }
    return result
  }
}
