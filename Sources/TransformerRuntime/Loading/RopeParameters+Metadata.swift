// SPDX-License-Identifier: Apache-2.0
import GGUFFormat

extension RopeParameters {
  /// Reads the `rope.*` keys.
  ///
  /// A missing type of scaling means linear, a missing factor 1; a factor of 0, which old converters wrote for
  /// "none", counts as 1.
  init(_ reader: HyperparameterReader, headLength: Int) throws(ModelError) {
    dimensionCount = try reader.integer("rope.dimension_count", in: 0...headLength) ?? headLength
    guard dimensionCount % 2 == 0 else {
      let kind = ModelError.Kind.invalidValue(found: "\(dimensionCount)", expected: "an even number")
      throw ModelError(kind, reader.key("rope.dimension_count"))
    }
    let bases = Float.leastNormalMagnitude...1e30
    base = try reader.number("rope.freq_base", in: bases) ?? 10_000
    slidingWindowBase = try reader.number("rope.freq_base_swa", in: bases)
    attentionFactor = try reader.number("rope.scaling.attn_factor", in: 1e-6...1e6)
    scaling = try Self.scaling(reader)
  }

  private static func scaling(_ reader: HyperparameterReader) throws(ModelError) -> Scaling {
    let factors: ClosedRange<Float> = 0...1e6
    let old = try reader.number("rope.scale_linear", in: factors)
    let stated = try reader.number("rope.scaling.factor", in: factors) ?? old ?? 1
    let factor = stated == 0 ? 1 : stated
    let positions = 1...HyperparameterReader.contextLimit
    let type = try reader.text("rope.scaling.type") ?? "linear"
    switch type {
    case "none": return .none
    case "linear": return factor == 1 ? .none : .linear(factor: factor)
    case "yarn":
      let original = try reader.integer("rope.scaling.original_context_length", in: positions)
      let context = try reader.requiredInteger("context_length", in: positions)
      let turns: ClosedRange<Float> = 1e-3...1e6
      return .yarn(
        Yarn(
          factor: factor, originalContextLength: original ?? context,
          logMultiplier: try reader.number("rope.scaling.yarn_log_multiplier", in: 0...1e3) ?? 0,
          fastTurns: try reader.number("rope.scaling.yarn_beta_fast", in: turns) ?? 32,
          slowTurns: try reader.number("rope.scaling.yarn_beta_slow", in: turns) ?? 1))
    case "longrope":
      let original = try reader.integer("rope.scaling.original_context_length", in: positions)
      let context = try reader.requiredInteger("context_length", in: positions)
      return .longrope(originalContextLength: original ?? context)
    default:
      let kind = ModelError.Kind.unsupportedValue(found: "'\(type)'", supported: "none, linear, yarn, longrope")
      throw ModelError(kind, reader.key("rope.scaling.type"))
    }
  }
}
