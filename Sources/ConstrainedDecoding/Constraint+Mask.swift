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
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: MaskKey.capacity) { words in
      var key = MaskKey(words.baseAddress!)
      key.append(grammar.identity << 1 | (limit == nil ? 0 : 1))
      let isPlain = heads.withUnsafeBufferPointer { heads in
        frames.withUnsafeBufferPointer { frames in
          guard MaskKey.isPlain(heads, frames) else {
            key.append(wholeOf: heads, frames)
            return false
          }
          for head in heads {
            key.append(head, frames, grammar.view, containers: trie.structure.mostClosers, knowsCosts: limit != nil)
          }
          return true
        }
      }
      let keyWords = UnsafeBufferPointer(start: key.words, count: key.count)
      let hash = key.hash
      // Costs are looked at only where a mask is asked for with a budget; then once without a tight one, for later.
      var mask: TokenMask
      var dearest: Int32
      if !isFresh, key.isWhole, let hit = trie.memo.find(keyWords, hash) {
        (mask, dearest) = (hit.mask, hit.dearest)
      } else {
        (mask, dearest) = compute(limit: limit.map { _ in Cost.infinite - 1 }, ignoresKeyText: isPlain)
        if !isFresh, key.isWhole { trie.memo.insert(keyWords, hash, mask, dearest: dearest) }
      }
      if let limit {
        // A character more for each, or a few, may be needed where a key turns out to be used.
        if key.hasUsedKeys {
          let used = Int32(frames.count { $0.node == Frame.keyRecord })
          dearest = Cost.sum(dearest, Cost.times(used + 2 * LazyAutomaton.choiceDepth, costs.view.character))
        }
        if dearest > limit {
          (mask, _) = compute(limit: limit, ignoresKeyText: isPlain && !key.hasUsedKeys)
          return key.hasUsedKeys || !isPlain ? mask : settlingKeys(mask, key, budget)
        }
      }
      return isPlain ? settlingKeys(mask, key, budget) : mask
    }
  }

  private func endMask() -> TokenMask {
    var mask = TokenMask(count: trie.vocabularySize)
    if canEnd { for token in trie.endOfGeneration { mask[token] = true } }
    return mask
  }

  private func compute(limit: Int32?, ignoresKeyText: Bool) -> (TokenMask, dearest: Int32) {
    var mask = TokenMask(count: trie.vocabularySize)
    let dearest = mask.withUnsafeMutableWords { words in
      var builder = MaskBuilder(
        machine, trie, limit: limit, ignoresKeyText: ignoresKeyText, makeWorkspace(), words)
      builder.run()
      return builder.dearest
    }
    if canEnd { for token in trie.endOfGeneration { mask[token] = true } }
    return (mask, dearest ?? 0)
  }

  /// Settles the tokens whose fate depends on which keys have been used: `mask` does not know them.
  private func settlingKeys(_ mask: TokenMask, _ key: MaskKey, _ budget: Int?) -> TokenMask {
    guard key.hasUsedKeys || !trie.structure.twoKeys.isEmpty else { return mask }
    var result = mask
    func check(_ token: Int) {
      let isAllowed = allows(token, budget: budget)
      if isAllowed != result[token] { result[token] = isAllowed }
    }
    if heads.contains(where: { ($0.isKey || $0.isItem) && $0.phase == .string }) {
      trie.structure.twoKeys.forEach(check)
    }
    guard key.hasUsedKeys else { return result }
    let repeats = frames.withUnsafeBufferPointer { KeyRepeats($0) }
    repeats.forEachToken(trie.structure, check)
    // Readings of one text have one hash.
    var hashes: [UInt64] = []
    for head in heads where grammar.view.forgetsText(head) && !hashes.contains(head.hash) {
      hashes.append(head.hash)
      repeats.forEachToken(closing: head.hash, trie.strings.closing, check)
    }
    return result
  }
}
