// SPDX-License-Identifier: Apache-2.0

/// The expressions of pre-tokenizers without a scanner of their own, by the name in the file.
///
/// Those that tell upper from lower case do so for ASCII letters alone, as in llama.cpp: the same ids as other readers of
/// GGUF, not those of expressions with `\p{Lu}` and `\p{Ll}`.
enum SplitPatternTable {
  /// The expressions in the order in which they are applied, or nil for a name not known here.
  static func patterns(named name: String) -> [String]? {
    switch name {
    case "falcon": [#"[\p{P}$+<=>^~|`]+"#, gpt2, "[0-9]{3}"]
    case "deepseek-llm":
      [
        "[\\r\\n]", "\\s?[" + casedLetters + "]+", #"\s?[!-/:-~\uFF01-\uFF0F\uFF1A-\uFF5E\u2018-\u201F\u3000-\u3002]+"#,
        #"\s+$"#, hanOrHangul, #"\p{N}+"#,
      ]
    case "deepseek-coder": ["[\\r\\n]", #"\s?\p{L}+"#, #"\s?\p{P}+"#, hanOrHangul, #"\p{N}"#]
    case "deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4":
      [#"\p{N}{1,3}"#, hanOrKana, wordsWithPunctuation + #"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"#]
    case "spark2_5":
      [#"\p{N}{1,3}"#, hanOrKana, wordsWithPunctuation + #"| ?[\p{P}\p{S}]+|[\r\n]|\s+(?!\S)|\s+"#, #"\p{N}"#]
    case "tekken":
      [
        #"[^\r\n\p{L}\p{N}]?"# + upper + "*" + lower + #"+|[^\r\n\p{L}\p{N}]?"# + upper + "+" + lower + "*"
          + #"|\p{N}"# + symbolsWithSlash
      ]
    case "gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2":
      [
        #"[^\r\n\p{L}\p{N}]?"# + upper + "*" + lower + "+" + contractions + #"?|[^\r\n\p{L}\p{N}]?"# + upper + "+"
          + lower
          + "*" + contractions + #"?|\p{N}{1,3}"# + symbolsWithSlash
      ]
    case "jais-2":
      [
        llama3Words + #"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"#
          + [512, 256, 128, 64, 32, 16, 8, 4].map { #"\s{\#($0)}(?!\S)|"# }.joined() + #"\s{1,2}(?!\S)|\s{1}"#
      ]
    case "seed-coder": [llama3Words + #"|\p{N}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+"#]
    case "bailingmoe", "bailingmoe2", "llada-moe":
      [llama3Words + #"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"#]
    case "ufakzeka": [#"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"# + symbols]
    case "laguna": ["[^\\n]+|[\\n]+", llama3Words + #"|\p{N}"# + symbols]
    case "minicpm5": [#"\p{N}{1,3}"#, llama3Words + #"|\p{N}+"# + symbols]
    case "poro-chat", "bloom", "gpt3-finnish": [bloom]
    case "viking": [bloom, #"\p{N}"#]
    default: nil
    }
  }

  private static let gpt2 = #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"#
  private static let contractions = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
  private static let llama3Words = contractions + #"|[^\r\n\p{L}\p{N}]?\p{L}+"#
  private static let symbols = #"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"#
  private static let symbolsWithSlash = #"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"#
  private static let upper = #"[\p{L}&&[^a-z]]"#
  private static let lower = #"[\p{L}&&[^A-Z]]"#
  private static let hanOrHangul = #"[\u4E00-\u9FA5\u0800-\u4E00\uAC00-\uD7FF]+"#
  private static let hanOrKana = #"[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+"#
  private static let wordsWithPunctuation = #"[!-/:-@\[-`{-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"#
  private static let bloom = #" ?[^(\s|.,!?\u2026\u3002\uFF0C\u3001\u0964\u06D4\u060C)]+"#

  /// Letters that have case, as DeepSeek's expression lists them (Unicode 12).
  private static let casedLetters: String = casedRanges.split(separator: " ").map { range in
    range.split(separator: "-").map { #"\u{\#($0)}"# }.joined(separator: "-")
  }.joined()

  private static let casedRanges = """
    41-5A 61-7A B5 C0-D6 D8-F6 F8-1BA 1BC-1BF 1C4-293 295-2AF 370-373 376-377 37B-37D 37F 386 388-38A 38C 38E-3A1 \
    3A3-3F5 3F7-481 48A-52F 531-556 10A0-10C5 13A0-13F5 13F8-13FD 1C90-1CBA 1CBD-1CBF 1D00-1D2B 1D6B-1D77 1D79-1D9A \
    1E00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D 1F80-1FB4 1FB6-1FBC 1FBE 1FC2-1FC4 \
    1FC6-1FCC 1FD0-1FD3 1FD6-1FDB 1FE0-1FEC 1FF2-1FF4 1FF6-1FFC 2102 2107 210A-2113 2115 2119-211D 2124 2126 2128 \
    212A-212D 212F-2134 2139 213C-213F 2145-2149 214E 2183-2184 2C00-2C7B 2C7E-2CE4 2CEB-2CEE 2CF2-2CF3 A640-A66D \
    A680-A69B A722-A76F A771-A787 A78B-A78E AB70-ABBF FB00-FB06 FB13-FB17 FF21-FF3A FF41-FF5A 10400-1044F \
    104B0-104D3 104D8-104FB 10C80-10CB2 10CC0-10CF2 118A0-118DF 1E900-1E943
    """
}
