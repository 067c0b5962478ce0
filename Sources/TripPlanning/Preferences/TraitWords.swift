// SPDX-License-Identifier: Apache-2.0

/// Reads the traits of a place off its category and the words of its name and summary.
///
/// A table of words rather than a mark on each place: the summary is the fact that the plan prints, so a trait never says
/// more than a reader can see. A place from a file may state traits of its own besides.
enum TraitWords {
  static func traits(of place: PointOfInterest) -> Set<PlaceTrait> {
    var traits = categoryTraits[place.category] ?? []
    let words = PlaceRanking.words(place.name) + PlaceRanking.words(place.summary)
    for word in words {
      if let known = table[word] { traits.formUnion(known) }
    }
    // What a summary tells of the surroundings is no reason to go there: a hotel "above the river", fish on a plate.
    switch place.category.activityKind {
    case .hotelAndLodging:
      traits.subtract([.nature, .wildlife, .history, .art, .food, .water, .adventure, .shopping, .strenuous, .adult])
    case .foodAndDining: traits.subtract([.nature, .wildlife, .adventure, .strenuous])
    case .sightseeing, .shopping: traits.remove(.expensive)
    }
    if traits.contains(.stepFree) || !easyWays.isDisjoint(with: words) { traits.remove(.strenuous) }
    return traits
  }

  /// What carries people up.
  private static let easyWays: Set<String> = ["cable", "ropeway", "funicular", "train", "railway", "lift", "tram"]

  private static let categoryTraits: [PlaceCategory: Set<PlaceTrait>] = [
    .campground: [.inexpensive], .cafe: [.food, .inexpensive], .restaurant: [.food], .museum: [.history, .stepFree],
    .marina: [.water], .nationalMonument: [.history], .park: [.nature, .childFriendly, .inexpensive],
    .viewpoint: [.views], .shop: [.shopping, .stepFree],
  ]

  /// Each word as `PlaceRanking.words` gives it: lower case, no accents, no plural `s`.
  private static let table: [String: Set<PlaceTrait>] = {
    var table: [String: Set<PlaceTrait>] = [:]
    for (trait, words) in lists {
      for word in words.split(separator: " ") { table[String(word), default: []].insert(trait) }
    }
    return table
  }()

  private static let lists: [(PlaceTrait, String)] = [
    (
      .nature,
      """
      tree forest rainforest garden flower meadow wood woodland grove canyon valley gorge desert dune cave lava geyser \
      glacier spring waterfall fall rock boulder arch lagoon reef coral lake plain kopje oasi cactu palm butterflie
      """
    ),
    (
      .wildlife,
      """
      bird wildlife penguin lion elephant wolve bison bear seal whale crocodile hippo monkey animal zebra wildebeest \
      giraffe butterflie fish coral turtle zoo aquarium safari koala kangaroo marmot coatis sheep waterhole migration
      """
    ),
    (
      .history,
      """
      temple ruin ancient roman inca pyramid castle fort fortress monastery church cathedral mosque shrine tomb palace \
      century historic history old oldest built fossil gold mine whaling wartime founded obelisk theatre agora khmer \
      hut memorial cemetery archaeological petroglyph pharaoh
      """
    ),
    (
      .art,
      """
      art artist sculpture gallery painting painted mural music theatre statue carved carving pottery stained \
      exhibition crochet weaving woven craft studio film
      """
    ),
    (
      .food,
      "food market cooking dishe restaurant cafe coffee bakery wine seafood grill tavern taverna brewery pizza tea"
    ),
    (
      .views, "view viewpoint overlook lookout panorama summit sunrise sunset skyline tower terrace observation"
    ),
    (
      .water,
      """
      beach lake river sea reef lagoon boat island swim swimming pool harbour marina waterfall fall snorkel diving bay \
      spring shore ferry canoe kayak coast waterfront pier cruise sailing
      """
    ),
    (
      .adventure,
      """
      climb climber climbing hike hiking trek trekker summit rapid cable ropeway zipline raft rafting diving snorkel \
      canoe kayak ride balloon funicular glacier ridge paraglider surf
      """
    ),
    (.shopping, "shop shopping market souvenir craft bazaar mall outlet boutique gift store stall"),
    (
      .childFriendly,
      """
      child children family zoo aquarium penguin beach park playground animal easy loop boat train railway funicular \
      monkey butterflie amusement cable ferry pool picnic garden wheel dinosaur museum
      """
    ),
    (.adult, "bar pub nightlife saloon casino cocktail brewery winery cemetery soldier prison died war beer genocide"),
    (.strenuous, "steep climb climber summit ridge hike trek trekker strenuou stair ladder scramble step ascent"),
    (.stepFree, "level accessible paved boardwalk promenade walkway flat esplanade"),
    (.inexpensive, "free public hostel dormitorie backpacker simple campsite camping market bakery picnic snack"),
    (
      .expensive,
      "luxury luxuriou elegant palace exclusive suite spa private mansion gourmet upscale estate"
    ),
    (.vegetarian, "vegetarian vegan"),
    (.vegan, "vegan"),
    (.halal, "halal"),
    (.kosher, "kosher"),
  ]
}
