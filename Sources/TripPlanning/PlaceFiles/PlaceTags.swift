// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The tags of a feature: what OpenStreetMap says of a place, or what a person wrote (`category`, `area`, `summary`).
struct PlaceTags {
  private let tags: [String: String]

  /// Longest name, area and summary, in characters: they stand in prompts.
  private static let nameLimit = 80
  private static let summaryLimit = 160

  init(_ properties: JSONValue?) {
    var tags: [String: String] = [:]
    func add(_ object: JSONObject?) {
      for (key, value) in object ?? JSONObject() {
        switch value {
        case .string(let text): tags[key] = text
        case .number(let number): tags[key] = number.text
        case .bool(let value): tags[key] = value ? "yes" : "no"
        default: break
        }
      }
    }
    // osmtogeojson nests them, ogr2ogr and Overpass Turbo do not.
    add(properties?["tags"]?.objectValue)
    add(properties?.objectValue)
    self.tags = tags
  }

  /// The English name where there is one, else the local name; nil without letters.
  var name: String? {
    let name = clean(tags["name:en"] ?? tags["int_name"] ?? tags["name"] ?? "", limit: Self.nameLimit)
    return name.contains(where: \.isLetter) ? name : nil
  }

  var area: String? {
    let keys = ["area", "addr:suburb", "addr:place", "addr:city", "addr:village", "is_in"]
    for key in keys {
      // In OpenStreetMap `area=yes` says that a closed way is a surface.
      guard let value = tags[key], value != "yes", value != "no" else { continue }
      let area = clean(value, limit: Self.nameLimit)
      if !area.isEmpty { return area }
    }
    return nil
  }

  // MARK: What it is

  /// Nil for what a plan cannot use.
  var category: PlaceCategory? {
    if let named = tags["category"].flatMap(PlaceCategory.init(rawValue:)) { return named }
    for (key, values) in Self.kinds {
      guard let value = tags[key] else { continue }
      if let category = values[value] { return category }
    }
    if let shop = tags["shop"], !["no", "vacant", "car", "car_repair", "tyres"].contains(shop) { return .shop }
    if let historic = tags["historic"], historic != "no" { return .sight }
    return nil
  }

  /// Looked through in this order.
  private static let kinds: [(String, [String: PlaceCategory])] = [
    (
      "tourism",
      [
        "hotel": .hotel, "motel": .hotel, "guest_house": .hotel, "hostel": .hotel, "chalet": .hotel,
        "apartment": .hotel, "alpine_hut": .hotel, "wilderness_hut": .hotel, "camp_site": .campground,
        "caravan_site": .campground, "museum": .museum, "gallery": .museum, "viewpoint": .viewpoint,
        "attraction": .sight, "artwork": .sight, "zoo": .sight, "aquarium": .sight, "theme_park": .sight,
        "picnic_site": .park,
      ]
    ),
    (
      "amenity",
      [
        "restaurant": .restaurant, "fast_food": .restaurant, "food_court": .restaurant, "pub": .restaurant,
        "bar": .restaurant, "biergarten": .restaurant, "cafe": .cafe, "ice_cream": .cafe, "marketplace": .shop,
        "theatre": .sight, "arts_centre": .museum, "planetarium": .museum, "place_of_worship": .sight,
        "fountain": .sight,
      ]
    ),
    (
      "leisure",
      [
        "park": .park, "garden": .park, "nature_reserve": .park, "playground": .park, "marina": .marina,
        "water_park": .sight, "swimming_area": .sight, "bird_hide": .sight,
      ]
    ),
    (
      "historic",
      ["monument": .nationalMonument, "memorial": .nationalMonument, "archaeological_site": .sight]
    ),
    (
      "natural",
      [
        "peak": .viewpoint, "volcano": .viewpoint, "waterfall": .sight, "beach": .sight, "cave_entrance": .sight,
        "arch": .sight, "geyser": .sight, "hot_spring": .sight, "glacier": .sight, "bay": .sight, "cliff": .sight,
        "spring": .sight,
      ]
    ),
    ("waterway", ["waterfall": .sight]),
    ("boundary", ["national_park": .park, "protected_area": .park]),
    ("man_made", ["lighthouse": .sight, "tower": .viewpoint, "observatory": .sight]),
    ("craft", ["winery": .sight, "brewery": .sight, "pottery": .shop]),
  ]

  var traits: Set<PlaceTrait> {
    var traits: Set<PlaceTrait> = []
    for (tag, trait) in Self.dietTags where ["yes", "only"].contains(tags[tag]) { traits.insert(trait) }
    if ["yes", "designated"].contains(tags["wheelchair"]) { traits.insert(.stepFree) }
    if tags["wheelchair"] == "no" { traits.insert(.strenuous) }
    if tags["fee"] == "no" { traits.insert(.inexpensive) }
    if ["hostel", "camp_site", "wilderness_hut"].contains(tags["tourism"]) { traits.insert(.inexpensive) }
    if ["4", "5", "4S", "5S"].contains(tags["stars"]) { traits.insert(.expensive) }
    if ["zoo", "aquarium", "theme_park"].contains(tags["tourism"]) { traits.insert(.childFriendly) }
    if ["playground", "water_park"].contains(tags["leisure"]) { traits.insert(.childFriendly) }
    if ["bar", "pub", "biergarten"].contains(tags["amenity"]) { traits.insert(.adult) }
    if tags["historic"] != nil { traits.insert(.history) }
    if ["peak", "volcano"].contains(tags["natural"]) { traits.insert(.strenuous) }
    if tags["natural"] != nil { traits.insert(.nature) }
    return traits
  }

  private static let dietTags: [(String, PlaceTrait)] = [
    ("diet:vegetarian", .vegetarian), ("diet:vegan", .vegan), ("diet:halal", .halal), ("diet:kosher", .kosher),
    ("diet:gluten_free", .glutenFree),
  ]

  // MARK: What is said of it

  /// A sentence: the feature's own description, or one made of its kind.
  func summary(category: PlaceCategory, area: String) -> String {
    let own = clean(tags["summary"] ?? tags["description:en"] ?? tags["description"] ?? "", limit: Self.summaryLimit)
    // One sentence: a prompt has room for no more, and the plan's texts are made of it.
    let sentence = own.split(separator: ". ").first.map { String($0) } ?? ""
    if sentence.count >= 12 { return sentence.hasSuffix(".") ? sentence : sentence + "." }
    var kind = category.displayName
    if let cuisine = tags["cuisine"]?.split(separator: ";").first.map({ clean(String($0), limit: 24) }),
      !cuisine.isEmpty,
      category.activityKind == .foodAndDining
    {
      kind = "\(kind) with \(cuisine.replacing("_", with: " ").lowercased()) food"
    }
    let article = "aeiou".contains(kind.first ?? "x") ? "An" : "A"
    return "\(article) \(kind)\(area.isEmpty ? " nearby" : " in \(area)")."
  }

  /// One line without double quotation marks and backslashes, cut at a word's end.
  private func clean(_ text: String, limit: Int) -> String {
    let line = PlainText.line(String(text.prefix(2000))).replacing("\"", with: "'").replacing("\\", with: "/")
    guard line.count > limit else { return line }
    let cut = line.prefix(limit)
    return String(cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)])
  }
}
