// SPDX-License-Identifier: Apache-2.0
import Foundation

extension SystemLanguageModel {
  /// The languages that the model's file names in `general.languages`; English where it names none.
  public final var supportedLanguages: Set<Locale.Language> {
    let codes = source.condition().languages
    return Set((codes.isEmpty ? ["en"] : codes).map { Locale.Language(identifier: $0) })
  }

  /// Whether the model speaks the language of a locale.
  public final func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    // Locales such as `C` and `POSIX` have no language of their own; programs under them speak English.
    let code = locale.language.languageCode?.identifier.lowercased() ?? "en"
    return supportedLanguages.contains { $0.languageCode?.identifier.lowercased() == code }
  }

  /// The number of tokens that instructions, transcript, prompt and answer may have together; 4096 while there is no model.
  public final var contextSize: Int { source.condition().contextLength ?? 4096 }
}
