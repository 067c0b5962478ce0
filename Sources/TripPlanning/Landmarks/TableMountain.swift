// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let tableMountain = Landmark(
    name: "Table Mountain", continent: .africa, coordinate: Coordinate(latitude: -33.963, longitude: 18.410),
    shortDescription: "A flat-topped mountain over Cape Town",
    description: """
      Table Mountain rises 1,086 metres above Cape Town in South Africa, with a level top about three kilometres \
      wide. Its sandstone slopes carry fynbos, a heath found nowhere else with thousands of plant species. The city, \
      its harbour, vineyards and beaches lie at its foot.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Mount Nelson Hotel", .hotel, "Gardens", -33.932, 18.412,
        "A pink hotel of 1899 in its own garden, known for afternoon tea."),
      PointOfInterest(
        "Cape Grace", .hotel, "V&A Waterfront", -33.908, 18.421,
        "A hotel on a private quay among the yachts of the Waterfront."),
      PointOfInterest(
        "Taj Cape Town", .hotel, "City Centre", -33.925, 18.419,
        "A hotel behind bank facades of the 1890s near the cathedral."),
      PointOfInterest(
        "The Twelve Apostles Hotel", .hotel, "Oudekraal", -33.983, 18.360,
        "A seaside hotel on the coast road below the mountain's western ridge."),
      PointOfInterest(
        "The Backpack", .hotel, "City Bowl", -33.927, 18.410,
        "One of the oldest backpackers' hostels in Cape Town."),
      PointOfInterest(
        "Winchester Hotel", .hotel, "Sea Point", -33.917, 18.388,
        "A seafront hotel of the 1920s on the promenade."),
      PointOfInterest(
        "Kloof Street House", .restaurant, "Gardens", -33.930, 18.411,
        "Eclectic dining in a Victorian house with a leafy garden."),
      PointOfInterest(
        "Gold Restaurant", .restaurant, "Green Point", -33.912, 18.417,
        "A set menu of dishes from across Africa, with drumming."),
      PointOfInterest(
        "The Bungalow", .restaurant, "Clifton", -33.944, 18.376,
        "A seaside restaurant with a terrace below the Twelve Apostles."),
      PointOfInterest(
        "Mariner's Wharf", .restaurant, "Hout Bay", -34.049, 18.346,
        "Fish and chips and a fish market beside Hout Bay harbour."),
      PointOfInterest(
        "La Colombe", .restaurant, "Constantia", -34.013, 18.403,
        "A tasting-menu restaurant among trees on the Silvermist estate."),
      PointOfInterest(
        "Harbour House", .restaurant, "V&A Waterfront", -33.906, 18.421,
        "Seafood above the boats of the Waterfront."),
      PointOfInterest(
        "Truth Coffee", .cafe, "City Centre", -33.928, 18.423,
        "A roastery and coffee bar with steampunk decor."),
      PointOfInterest(
        "Kirstenbosch Tea Room", .cafe, "Kirstenbosch", -33.987, 18.433,
        "Scones and lunches inside the botanical garden."),
      PointOfInterest(
        "The Company's Garden Restaurant", .cafe, "City Centre", -33.927, 18.417,
        "A garden cafe with giant woven nests for children to climb in."),
      PointOfInterest(
        "Table Mountain Aerial Cableway", .viewpoint, "Table Mountain", -33.957, 18.403,
        "Round cabins that turn as they rise to the western end of the top."),
      PointOfInterest(
        "Maclear's Beacon", .viewpoint, "Table Mountain", -33.967, 18.426,
        "The stone cairn at the highest point of the mountain."),
      PointOfInterest(
        "Platteklip Gorge", .sight, "Table Mountain", -33.962, 18.412,
        "The most direct hiking path, straight up the front of the mountain."),
      PointOfInterest(
        "Lion's Head", .viewpoint, "Signal Hill", -33.935, 18.389,
        "A cone-shaped peak with a spiral path and a few ladders."),
      PointOfInterest(
        "Signal Hill", .viewpoint, "Signal Hill", -33.917, 18.404,
        "A ridge for sunsets and picnics, where a gun is fired at noon."),
      PointOfInterest(
        "Kirstenbosch National Botanical Garden", .park, "Kirstenbosch", -33.988, 18.432,
        "A garden of South African plants with a raised walkway through the trees."),
      PointOfInterest(
        "Rhodes Memorial", .nationalMonument, "Devil's Peak", -33.952, 18.459,
        "A granite memorial with steps and lions on the slope of Devil's Peak."),
      PointOfInterest(
        "Castle of Good Hope", .nationalMonument, "City Centre", -33.926, 18.428,
        "A star-shaped fort that was finished in 1679."),
      PointOfInterest(
        "Robben Island Museum", .museum, "Robben Island", -33.807, 18.371,
        "The former prison island where Nelson Mandela was held for 18 years."),
      PointOfInterest(
        "District Six Museum", .museum, "City Centre", -33.928, 18.424,
        "Memories of a quarter whose people were forced to leave under apartheid."),
      PointOfInterest(
        "Zeitz Museum of Contemporary Art Africa", .museum, "V&A Waterfront", -33.908, 18.423,
        "African art in a museum carved out of old grain silos."),
      PointOfInterest(
        "Iziko South African Museum", .museum, "Gardens", -33.929, 18.415,
        "A museum of natural history founded in 1825."),
      PointOfInterest(
        "Two Oceans Aquarium", .sight, "V&A Waterfront", -33.908, 18.418,
        "Sea life of the Atlantic and Indian oceans, with a tall kelp forest tank."),
      PointOfInterest(
        "Bo-Kaap", .sight, "Bo-Kaap", -33.921, 18.415,
        "Steep streets of brightly painted houses, home of the Cape Malay community."),
      PointOfInterest(
        "The Company's Garden", .park, "City Centre", -33.928, 18.417,
        "A park that began in 1652 as a vegetable garden for passing ships."),
      PointOfInterest(
        "Camps Bay Beach", .sight, "Camps Bay", -33.951, 18.377,
        "White sand and palms below the ridge of the Twelve Apostles."),
      PointOfInterest(
        "Groot Constantia", .sight, "Constantia", -34.027, 18.425,
        "The country's oldest wine estate, founded in 1685."),
      PointOfInterest(
        "Chapman's Peak Drive", .viewpoint, "Hout Bay", -34.072, 18.362,
        "A road cut into cliffs high above the sea."),
      PointOfInterest(
        "V&A Waterfront Marina", .marina, "V&A Waterfront", -33.910, 18.422,
        "A yacht basin in the old harbour of the city."),
      PointOfInterest(
        "Greenmarket Square", .shop, "City Centre", -33.923, 18.420,
        "A cobbled square with a market of African crafts."),
      PointOfInterest(
        "Watershed", .shop, "V&A Waterfront", -33.907, 18.418,
        "A hall with more than a hundred stalls of local design."),
    ])
}
