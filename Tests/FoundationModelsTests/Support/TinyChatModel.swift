// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import Synchronization
import TestSupport

/// The model of random weights in `generation/chat.gguf`, through the whole engine.
enum TinyChatModel {
  static let url = fixture("generation/chat.gguf")

  static func model(contextLength: Int? = nil) -> SystemLanguageModel {
    var options = ModelLoadOptions()
    options.threads = 1
    options.contextLength = contextLength
    return SystemLanguageModel(path: url.path, options: options)
  }
}

/// Counts what each round of a session computed.
final class RoundLog: Sendable {
  private let list = Mutex<[GenerationStatistics]>([])

  init(_ session: LanguageModelSession) {
    session.eventHandler = { event in
      if case .roundFinished(let statistics) = event { self.list.withLock { $0.append(statistics) } }
    }
  }

  var all: [GenerationStatistics] { list.withLock { $0 } }
}
