// SPDX-License-Identifier: Apache-2.0

/// A kind of transformer: which tensors it has, and its forward pass.
///
/// One file for each, and one line in ``ArchitectureTable``.
protocol Architecture: Sendable {
  /// Adjusts what the shared reading of the metadata left open, and checks what only this architecture demands.
  static func adjust(_ hyperparameters: inout Hyperparameters, _ reader: HyperparameterReader) throws(ModelError)

  /// Takes every tensor by name and shape.
  init(_ hyperparameters: Hyperparameters, _ tensors: TensorLoader) throws(ModelError)

  /// The rotations that ``Rotation/table`` chooses from, in a context of `contextLength` tokens.
  func frequencies(contextLength: Int) -> [RotaryFrequencies]
  var output: OutputHead { get }

  /// The forward pass of one chunk, from token ids to the residual stream after the last block.
  func evaluate<Steps: TransformerSteps>(_ s: Steps)
}

/// The architectures that can be loaded, by the name in `general.architecture`.
enum ArchitectureTable {
  static let all: [String: any Architecture.Type] = [
    "gemma2": Gemma2.self,
    "gemma3": Gemma3.self,
    "gpt2": GPT2.self,
    "granite": Granite.self,
    "lfm2": LFM2.self,
    "llama": Llama.self,
    "mistral3": Mistral3.self,
    "olmo2": Olmo2.self,
    "phi3": Phi3.self,
    "qwen2": Qwen2.self,
    "qwen3": Qwen3.self,
    "qwen3moe": Qwen3MoE.self,
    "smollm3": SmolLM3.self,
  ]

  static var names: [String] { all.keys.sorted() }
}
