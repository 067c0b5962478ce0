// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let angkorWat = Landmark(
    name: "Angkor Wat", continent: .asia, coordinate: Coordinate(latitude: 13.412, longitude: 103.867),
    searchRange: 40,
    shortDescription: "Temple cities of the Khmer in the forest",
    description: """
      Angkor Wat in Cambodia is the largest religious monument in the world, built in the twelfth century by King \
      Suryavarman II. Around it lie dozens more temples of the Khmer Empire, some tidy and some held by tree roots. \
      The town of Siem Reap, a few kilometres south, has hotels, markets and cooking of every kind.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Raffles Grand Hotel d'Angkor", .hotel, "Siem Reap", 13.366, 103.859,
        "A hotel of 1932 that faces the royal gardens."),
      PointOfInterest(
        "FCC Angkor", .hotel, "Siem Reap", 13.361, 103.860,
        "A riverside hotel around an old French mansion."),
      PointOfInterest(
        "Shinta Mani Angkor", .hotel, "Siem Reap", 13.362, 103.858,
        "A small hotel in the French quarter that supports local projects."),
      PointOfInterest(
        "Phum Baitang", .hotel, "Siem Reap", 13.341, 103.826,
        "Wooden villas on stilts among rice fields."),
      PointOfInterest(
        "Jaya House River Park", .hotel, "Siem Reap", 13.373, 103.865,
        "A hotel beside the river that gave up single-use plastic."),
      PointOfInterest(
        "Park Hyatt Siem Reap", .hotel, "Siem Reap", 13.358, 103.855,
        "A hotel with courtyards in the middle of the town."),
      PointOfInterest(
        "Onederz Siem Reap", .hotel, "Siem Reap", 13.354, 103.852,
        "A hostel with pools near the night market."),
      PointOfInterest(
        "Malis Siem Reap", .restaurant, "Siem Reap", 13.360, 103.860,
        "Cambodian cooking around a garden court by the river."),
      PointOfInterest(
        "Cuisine Wat Damnak", .restaurant, "Siem Reap", 13.350, 103.862,
        "A tasting menu of Cambodian produce in a wooden house."),
      PointOfInterest(
        "Chanrey Tree", .restaurant, "Siem Reap", 13.357, 103.859,
        "Khmer dishes in a modern house beside the river."),
      PointOfInterest(
        "Marum", .restaurant, "Siem Reap", 13.361, 103.866,
        "A garden restaurant that trains young people from the street."),
      PointOfInterest(
        "Haven", .restaurant, "Siem Reap", 13.349, 103.856,
        "A training restaurant with Asian and Western dishes."),
      PointOfInterest(
        "Khmer Kitchen", .restaurant, "Siem Reap", 13.354, 103.855,
        "Family recipes on a lane beside the old market."),
      PointOfInterest(
        "Sister Srey Cafe", .cafe, "Siem Reap", 13.353, 103.857,
        "A riverside brunch cafe that helps its staff to study."),
      PointOfInterest(
        "Little Red Fox Espresso", .cafe, "Siem Reap", 13.357, 103.858,
        "Coffee and breakfast in the art lane of Kandal Village."),
      PointOfInterest(
        "The Blue Pumpkin", .cafe, "Siem Reap", 13.355, 103.856,
        "A bakery and ice-cream cafe near the old market."),
      PointOfInterest(
        "Angkor Wat Central Towers", .nationalMonument, "Angkor Wat", 13.4125, 103.867,
        "Five lotus-shaped towers above galleries with long carved reliefs."),
      PointOfInterest(
        "Bayon", .sight, "Angkor Thom", 13.441, 103.859,
        "A temple of towers with more than two hundred calm stone faces."),
      PointOfInterest(
        "Baphuon", .sight, "Angkor Thom", 13.444, 103.856,
        "A temple mountain that took decades to put back together."),
      PointOfInterest(
        "Terrace of the Elephants", .sight, "Angkor Thom", 13.446, 103.860,
        "A carved platform of 350 metres from which kings watched parades."),
      PointOfInterest(
        "South Gate of Angkor Thom", .sight, "Angkor Thom", 13.426, 103.860,
        "A gate with faces, reached along a row of gods and demons."),
      PointOfInterest(
        "Phnom Bakheng", .viewpoint, "Angkor Thom", 13.424, 103.856,
        "A hilltop temple that is busy at sunset."),
      PointOfInterest(
        "Ta Prohm", .sight, "Small Circuit", 13.435, 103.889,
        "A temple where silk-cotton trees grow over the walls."),
      PointOfInterest(
        "Banteay Kdei", .sight, "Small Circuit", 13.430, 103.899,
        "A quiet Buddhist monastery with carved dancers."),
      PointOfInterest(
        "Srah Srang", .viewpoint, "Small Circuit", 13.431, 103.905,
        "A royal bathing pool with a terrace for the sunrise."),
      PointOfInterest(
        "Pre Rup", .sight, "Grand Circuit", 13.435, 103.921,
        "A brick and laterite temple of 961 that glows late in the day."),
      PointOfInterest(
        "Preah Khan", .sight, "Grand Circuit", 13.462, 103.872,
        "A long temple of dim corridors that was once a place of learning."),
      PointOfInterest(
        "Neak Pean", .sight, "Grand Circuit", 13.463, 103.895,
        "A small island shrine in a pool, reached by a boardwalk."),
      PointOfInterest(
        "Banteay Srei", .sight, "Banteay Srei", 13.599, 103.963,
        "A small pink sandstone temple with the finest carving of all."),
      PointOfInterest(
        "Banteay Srey Butterfly Centre", .park, "Banteay Srei", 13.556, 103.938,
        "A netted garden of Cambodian butterflies."),
      PointOfInterest(
        "Cambodia Landmine Museum", .museum, "Banteay Srei", 13.553, 103.940,
        "The story of a former child soldier who cleared mines by hand."),
      PointOfInterest(
        "Kbal Spean", .sight, "Kulen Foothills", 13.685, 104.015,
        "A river bed carved with Hindu figures, at the end of a forest path."),
      PointOfInterest(
        "Bakong", .sight, "Roluos", 13.336, 103.974,
        "The first great temple mountain of the Khmer kings, from 881."),
      PointOfInterest(
        "Angkor National Museum", .museum, "Siem Reap", 13.367, 103.860,
        "A museum that explains the temples, with a hall of a thousand Buddhas."),
      PointOfInterest(
        "War Museum Cambodia", .museum, "Siem Reap", 13.377, 103.821,
        "Old tanks and guns in a garden near the former airport."),
      PointOfInterest(
        "Phare, The Cambodian Circus", .sight, "Siem Reap", 13.347, 103.850,
        "A nightly show of acrobatics, music and storytelling."),
      PointOfInterest(
        "Chong Kneas Port", .marina, "Tonlé Sap", 13.270, 103.820,
        "The landing for boats to the floating villages of the great lake."),
      PointOfInterest(
        "Psar Chas Old Market", .shop, "Siem Reap", 13.354, 103.854,
        "A market for food, silk and souvenirs by the river."),
      PointOfInterest(
        "Artisans Angkor", .shop, "Siem Reap", 13.353, 103.851,
        "Workshops for carving, lacquer and silk, with a shop."),
    ])
}
