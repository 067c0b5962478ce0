// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import TestSupport

@testable import Generation

/// The model `generation/chat.gguf`: random weights, a vocabulary of all bytes, a chat template with tools.
enum TinyChat {
  static let path = fixture("generation/chat.gguf").path

  static func load(contextLength: Int? = nil) async throws -> LanguageModel {
    var options = ModelLoadOptions()
    options.threads = 1
    options.contextLength = contextLength
    return try await LanguageModel.load(path: path, options: options)
  }

  /// The model with another chat template.
  static func load(template: String, in folder: URL) async throws -> LanguageModel {
    let file = try GGUFFile(path: path)
    var writer = GGUFWriter()
    for entry in file.metadata.entries { writer.set(entry.key, .copy(entry.value)) }
    writer.set("tokenizer.chat_template", .string(template))
    for tensor in file.tensors {
      writer.tensors.append(
        .init(
          name: tensor.name, type: tensor.type, dimensions: tensor.dimensions, data: Array(file.data(of: tensor))))
    }
    let changed = folder.appendingPathComponent("changed.gguf").path
    try writer.write(to: changed)
    var options = ModelLoadOptions()
    options.threads = 1
    return try await LanguageModel.load(path: changed, options: options)
  }

  static func request(
    _ text: String, tools: [ToolSpecification] = [], choice: ToolChoice = .automatic, format: OutputFormat = .text,
    maximumTokens: Int? = nil, seed: UInt64? = nil
  ) -> GenerationRequest {
    var sampling = SamplingOptions()
    sampling.greedy = seed == nil
    sampling.seed = seed
    sampling.temperature = 1.5
    return GenerationRequest(
      messages: [ChatMessage(role: .user, content: text)], tools: tools, toolChoice: choice, format: format,
      sampling: sampling, maximumTokens: maximumTokens)
  }
}
