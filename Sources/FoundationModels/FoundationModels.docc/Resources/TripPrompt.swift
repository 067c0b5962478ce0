import FoundationModels

/// A prompt put together by ordinary Swift.
func tripPrompt(to landmark: Landmark, isKidFriendly: Bool) -> Prompt {
  Prompt {
    "Plan two days at \(landmark.name)."
    if isKidFriendly {
      "Children come along: keep walks short, and say in the rationale what they will like."
    }
  }
}
