import FoundationModels

@Generable
struct Itinerary: Equatable {
  @Guide(description: "A short, inviting title", .pattern(/[A-Z][A-Za-z ]{8,40}/))
  var title: String
  @Guide(.anyOf(Landmark.all.map(\.name)))
  var destination: String
  @Guide(description: "Why this plan suits the wish, in one sentence", .pattern(/[A-Z][a-z, ]{20,100}\./))
  var rationale: String
  @Guide(.count(2))
  var days: [DayPlan]
}

@Generable
struct DayPlan: Equatable {
  @Guide(.pattern(/[A-Z][A-Za-z ]{8,40}/))
  var title: String
  @Guide(.count(2))
  var activities: [Activity]
}

@Generable
struct Activity: Equatable {
  var kind: Kind
  @Guide(.pattern(/[A-Z][A-Za-z ]{5,40}/))
  var title: String

  @Generable
  enum Kind { case sightseeing, foodAndDining, shopping, lodging }
}
