// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Generation
import Kernels

/// The model that a command uses: which file it is, and the file opened or loaded.
enum ModelPath {
  /// The file that `name`, else `--model`, else the environment means.
  static func find(_ environment: Environment, named name: String? = nil) throws(CommandError) -> String {
    do {
      return try ModelLocator(environment: environment.variables).locate(name ?? environment.arguments.text(.model))
    } catch {
      throw CommandError(.model, "\(error)")
    }
  }

  /// - Parameters:
  ///   - maps: false copies the bytes.
  ///   - progress: told of the fraction that has been copied.
  static func open(
    _ path: String, maps: Bool = true, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(CommandError) -> GGUFFile {
    do {
      return try GGUFFile(path: path, options: .init(access: maps ? .mapped : .copied, progress: progress))
    } catch {
      throw CommandError(.model, "\(error)")
    }
  }

  /// Loads the model with the options of the command line, with a line of progress.
  static func load(
    _ environment: Environment, progress: ProgressLine, _ measurements: Measurements? = nil
  ) async throws(CommandError) -> LanguageModel {
    let path = try find(environment)
    let options = try options(environment)
    defer { progress.clear() }
    do {
      let start = ContinuousClock.now
      let model = try await LanguageModel.load(path: path, options: options) {
        progress.show(text(of: $0.stage), fraction: $0.fraction)
      }
      measurements?.loaded(model, since: start)
      return model
    } catch {
      throw commandError(error)
    }
  }

  private static func text(of stage: LoadProgress.Stage) -> String {
    switch stage {
    case .reading: "reading the file"
    case .checking: "checking the weights"
    case .preparing: "loading the model"
    }
  }

  /// How the command line wants a model loaded.
  static func options(_ environment: Environment) throws(CommandError) -> ModelLoadOptions {
    var options = ModelLoadOptions()
    options.threads = environment.arguments.integer(.threads)
    options.contextLength = environment.arguments.integer(.contextSize)
    options.adapter = environment.arguments.text(.lora)
    options.repack = !environment.arguments.has(.noRepack)
    options.maps = !environment.arguments.has(.noMap)
    options.usesReference = environment.arguments.has(.reference)
    options.checksTensors = environment.arguments.has(.checkTensors)
    options.cacheType = try cacheType(environment.arguments)
    return options
  }

  /// What keys and values are cached as.
  ///
  /// - Throws: where llama.cpp's two options ask for two types.
  static func cacheType(_ arguments: ParsedArguments) throws(CommandError) -> CacheType {
    let both = arguments.text(.cacheType)
    let keys = arguments.text(.cacheTypeKeys) ?? both ?? CacheType.f16.rawValue
    let values = arguments.text(.cacheTypeValues) ?? both ?? CacheType.f16.rawValue
    guard keys == values, let type = CacheType(rawValue: keys) else {
      throw CommandError(
        .usage, "keys and values are cached as one type, not as \(keys) and \(values); use --cache-type")
    }
    return type
  }

  /// The exit code and the line, next step included, for a model that cannot be loaded.
  private static func commandError(_ error: ModelLoadError) -> CommandError {
    switch error.kind {
    case .processor, .contextLength: CommandError(.usage, "\(error)")
    case .notAModel, .damaged:
      CommandError(.model, "\(error); fetch the file again (tools/fetch-weights) or name another with --model")
    case .missing, .unsupported: CommandError(.model, "\(error); name another file with --model")
    }
  }
}
