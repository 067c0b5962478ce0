// SPDX-License-Identifier: Apache-2.0

/// Which tokens end an answer, told by their text as well as by the file's ids: many files name only one of them.
///
/// Source: llama.cpp `llama-vocab.cpp`, `special_eog_ids`.
enum EndOfGeneration {
  private static let texts: Set<String> = [
    "<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>",
    "<|endoftext|>", "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>",
    "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~[",
  ]
  /// Of each list the token found first: padding, repository name and file separator of fill-in-the-middle models.
  private static let fillInMiddle: [Set<String>] = [
    ["<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"],
    ["<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"],
    ["<|file_sep|>"],
  ]
  /// gpt-oss writes its channels with these; they are text to be read, not control.
  private static let readable: Set<String> = ["<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"]

  /// The set, and `types` corrected: what ends generation is control, whatever the file calls it.
  static func resolve(
    _ tokens: ByteStringTable, _ types: inout [TokenType], ids: [Int?]
  ) -> Set<TokenID> {
    var named: [String: Int] = [:]
    tokens.forEach { id, bytes in
      // Every name above begins with one of three bytes; so only few tokens become strings.
      guard let first = bytes.first, first == UInt8(ascii: "<") || first == UInt8(ascii: "[") || first == 0x5F,
        bytes.count <= 32
      else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if named[text] == nil { named[text] = id }
    }
    var result: [String: Int] = [:]
    for text in texts { result[text] = named[text] }
    for list in fillInMiddle {
      if let (text, id) = named.filter({ list.contains($0.key) }).min(by: { $0.value < $1.value }) { result[text] = id }
    }
    for id in result.values { types[id] = .control }
    for text in readable { if let id = named[text] { types[id] = .userDefined } }
    if result["<|end|>"] != nil, usesChannels(result) {
      types[result["<|end|>"]!] = .userDefined
      result["<|end|>"] = nil
    }
    if let id = result["</s>"], named["<|tool_response>"] != nil || named["<|plamo:eos|>"] != nil {
      types[id] = .normal
      result["</s>"] = nil
    }
    let valid = ids.compactMap { $0 }.filter { $0 >= 0 && $0 < tokens.count }
    return Set((Array(result.values) + valid).map { TokenID($0) })
  }

  /// Whether `<|end|>` ends only a part of the answer.
  private static func usesChannels(_ found: [String: Int]) -> Bool {
    let hasCall = found["<|call|>"] != nil || found["<|calls|>"] != nil
    return hasCall && (found["<|flush|>"] != nil || (found["<|return|>"] != nil && found["<|call|>"] != nil))
  }
}
