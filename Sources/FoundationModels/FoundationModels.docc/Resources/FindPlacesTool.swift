import FoundationModels

/// Knows what is near a landmark. The model decides when to ask, and what for.
struct FindPlacesTool: Tool {
  let name = "findPlaces"
  let description = "Finds places of a kind near the landmark."
  let landmark: Landmark

  @Generable
  enum Category { case hotel, restaurant }

  @Generable
  struct Arguments {
    @Guide(description: "The kind of place to look for")
    var category: Category
  }

  func call(arguments: Arguments) async throws -> [String] {
    switch arguments.category {
    case .hotel: ["Hotel 1", "Hotel 2"]
    case .restaurant: ["Restaurant 1", "Restaurant 2"]
    }
  }
}
