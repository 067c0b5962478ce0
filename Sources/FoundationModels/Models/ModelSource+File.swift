// SPDX-License-Identifier: Apache-2.0

extension ModelSource {
  static var located: ModelSource { file("") }
  static func file(_ path: String) -> ModelSource {
    ModelSource(
      check: { (.unavailable(.modelNotReady), nil) },
      load: { throw LanguageModelSession.GenerationError.assetsUnavailable(.init(debugDescription: path)) })
  }
}
