import FoundationModels

/// What to tell the user before anything is asked of the model; nil when it can be used.
func obstacle() -> String? {
  switch SystemLanguageModel.default.availability {
  case .available: nil
  case .unavailable(.modelNotReady): "The model is not there yet. Fetch one with tools/fetch-weights."
  case .unavailable(.appleIntelligenceNotEnabled): "The model is switched off: INFER_DISABLED is set."
  case .unavailable(.deviceNotEligible): "This machine cannot run the model."
  case .unavailable: "The model cannot be used."
  }
}
