// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import Synchronization

/// Whether a model can be used, and what its file says of it.
package struct ModelCondition: Sendable {
  package var availability: SystemLanguageModel.Availability
  /// One line: why the model cannot be used.
  package var explanation: String?
  package var contextLength: Int?
  /// Codes of the languages that the file names.
  package var languages: [String] = []

  init(_ availability: SystemLanguageModel.Availability, explanation: String? = nil, contextLength: Int? = nil) {
    self.availability = availability
    self.explanation = explanation
    self.contextLength = contextLength
  }

  /// Looks at the environment, then at the file.
  init(
    environment: [String: String], options: ModelLoadOptions, locate: () throws(ModelLocator.Failure) -> String
  ) {
    if let simulated = environment["INFER_SIMULATE_AVAILABILITY"], !simulated.isEmpty {
      self.init(simulated: simulated)
      return
    }
    if environment["INFER_DISABLED"] == "1" {
      self.init(.unavailable(.appleIntelligenceNotEnabled), explanation: "Models are switched off by INFER_DISABLED.")
      return
    }
    do throws(ModelLocator.Failure) {
      self.init(InspectionCache.shared.inspection(of: try locate(), options: options))
    } catch {
      self.init(.unavailable(.modelNotReady), explanation: error.description)
    }
  }

  private init(simulated name: String) {
    let reasons: [String: SystemLanguageModel.Availability] = [
      "available": .available, "deviceNotEligible": .unavailable(.deviceNotEligible),
      "appleIntelligenceNotEnabled": .unavailable(.appleIntelligenceNotEnabled),
      "modelNotReady": .unavailable(.modelNotReady),
    ]
    guard let availability = reasons[name] else {
      self.init(
        .unavailable(.modelNotReady),
        explanation: "INFER_SIMULATE_AVAILABILITY is '\(name)' and not one of \(reasons.keys.sorted()).")
      return
    }
    self.init(availability, explanation: availability == .available ? nil : "INFER_SIMULATE_AVAILABILITY says so.")
  }

  private init(_ inspection: Result<ModelInspection, ModelLoadError>) {
    switch inspection {
    case .success(let inspection):
      self.init(.available, contextLength: inspection.contextLength)
      languages = inspection.languages
    case .failure(let error):
      let reason: SystemLanguageModel.Availability.UnavailableReason =
        error.kind == .missing ? .modelNotReady : .deviceNotEligible
      self.init(.unavailable(reason), explanation: error.description)
    }
  }
}

/// What files said when they were last looked at; a file is read again when it has changed.
private final class InspectionCache: Sendable {
  static let shared = InspectionCache()

  private struct Stamp: Hashable {
    var path: String
    var options: ModelLoadOptions
    var size: Int?
    var changed: Date?
  }

  private static let capacity = 64
  private let results = Mutex<[Stamp: Result<ModelInspection, ModelLoadError>]>([:])

  func inspection(of path: String, options: ModelLoadOptions) -> Result<ModelInspection, ModelLoadError> {
    // Links followed: a path may lead to another file than it did.
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    let stamp = Stamp(
      path: path, options: options, size: attributes?[.size] as? Int,
      changed: attributes?[.modificationDate] as? Date)
    if let known = results.withLock({ $0[stamp] }) { return known }
    let result = Result { () throws(ModelLoadError) in try ModelInspection(path: path, options: options) }
    // A file that is not there may come at any time; it costs nothing to look again.
    guard attributes != nil else { return result }
    results.withLock { results in
      if results.count >= Self.capacity { results = [:] }
      results[stamp] = result
    }
    return result
  }
}
