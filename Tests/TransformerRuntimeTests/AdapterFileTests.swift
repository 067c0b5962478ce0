// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Testing

@testable import TransformerRuntime

/// Right adapters are taken; each wrong one is refused with the key or tensor at fault.
@Suite struct AdapterFileTests {
  /// An adapter for two weights of ``ForgedModel``'s model.
  private static func adapter() -> ForgedModel {
    var file = ForgedModel()
    file.metadata = [
      ("general.type", .string("adapter")), ("general.architecture", .string("llama")),
      ("adapter.type", .string("lora")), ("adapter.lora.alpha", .f32(8)),
    ]
    file.tensors = []
    file.add("blk.0.attn_q.weight.lora_a", [48, 4])
    file.add("blk.0.attn_q.weight.lora_b", [4, 64])
    file.add("token_embd.weight.lora_a", [4, 64])
    file.add("token_embd.weight.lora_b", [4, 48])
    return file
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the error must name; nil for a right file.
    let subject: String?
    let spoil: @Sendable (inout ForgedModel) -> Void

    init(_ name: String, _ subject: String?, _ spoil: @escaping @Sendable (inout ForgedModel) -> Void) {
      testDescription = name
      self.subject = subject
      self.spoil = spoil
    }
  }

  private static func setting(_ key: String, _ value: ForgedModel.Value?) -> @Sendable (inout ForgedModel) -> Void {
    { file in
      file.metadata.removeAll { $0.key == key }
      if let value { file.metadata.append((key, value)) }
    }
  }

  static let cases: [Case] = [
    Case("as it is", nil) { _ in },
    Case("without alpha", nil, setting("adapter.lora.alpha", nil)),
    Case("alpha 0", nil, setting("adapter.lora.alpha", .f32(0))),
    Case("no type", "general.type", setting("general.type", nil)),
    Case("a model", "general.type", setting("general.type", .string("model"))),
    Case("type no string", "general.type", setting("general.type", .u32(1))),
    Case("another kind", "adapter.type", setting("adapter.type", .string("ia3"))),
    Case("no kind", "adapter.type", setting("adapter.type", nil)),
    Case("no architecture", "general.architecture", setting("general.architecture", nil)),
    Case("another architecture", "general.architecture", setting("general.architecture", .string("qwen2"))),
    Case("alpha NaN", "adapter.lora.alpha", setting("adapter.lora.alpha", .f32(.nan))),
    Case("alpha text", "adapter.lora.alpha", setting("adapter.lora.alpha", .string("8"))),
    Case("no tensors", "*.lora_a") { $0.tensors = [] },
    Case("half a pair", "blk.0.attn_q.weight.lora_b") { $0.reshape("blk.0.attn_q.weight.lora_b", nil) },
    Case("the other half", "blk.0.attn_q.weight.lora_a") { $0.reshape("blk.0.attn_q.weight.lora_a", nil) },
    Case("ranks differ", "blk.0.attn_q.weight.lora_a") { $0.reshape("blk.0.attn_q.weight.lora_b", [5, 64]) },
    Case("table's ranks differ", "token_embd.weight.lora_a") { $0.reshape("token_embd.weight.lora_b", [5, 48]) },
    Case("inputs", "blk.0.attn_q.weight.lora_a") { $0.reshape("blk.0.attn_q.weight.lora_a", [47, 4]) },
    Case("outputs", "blk.0.attn_q.weight.lora_b") { $0.reshape("blk.0.attn_q.weight.lora_b", [4, 63]) },
    Case("three dimensions", "blk.0.attn_q.weight.lora_a") {
      $0.reshape("blk.0.attn_q.weight.lora_a", [48, 2, 2])
    },
    Case("no elements", "blk.0.attn_q.weight.lora_a") { $0.reshape("blk.0.attn_q.weight.lora_a", [48, 0]) },
    Case("a rank beyond all bounds", "blk.0.attn_q.weight.lora_b") {
      $0.reshape("blk.0.attn_q.weight.lora_a", [48, 1025])
      $0.reshape("blk.0.attn_q.weight.lora_b", [1025, 64])
    },
    Case("a weight that the model has not", "blk.7.attn_q.weight.lora_a") {
      $0.add("blk.7.attn_q.weight.lora_a", [48, 4])
      $0.add("blk.7.attn_q.weight.lora_b", [4, 64])
    },
    Case("a norm", "output_norm.weight.lora_a") {
      $0.add("output_norm.weight.lora_a", [48, 4])
      $0.add("output_norm.weight.lora_b", [4, 1])
    },
    Case("something else", "blk.0.attn_q.weight") { $0.add("blk.0.attn_q.weight", [48, 64]) },
  ]

  /// What reading the file, checking it and loading it with a model throw first.
  private static func refusal(of file: GGUFFile, model: GGUFFile) -> ModelError? {
    do throws(ModelError) {
      let adapter = try AdapterFile(file)
      try TransformerModel.checkAll(adapter, fits: model)
      _ = try TransformerModel(file: model, pool: ThreadPool(threadCount: 1), adapter: adapter)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: cases) func filesAreChecked(_ wrong: Case) throws {
    var forged = Self.adapter()
    wrong.spoil(&forged)
    let error = Self.refusal(of: try forged.file(), model: try ForgedModel().file())
    #expect(error?.subject == wrong.subject)
    #expect(error?.description.contains("\n") != true)
  }
}
