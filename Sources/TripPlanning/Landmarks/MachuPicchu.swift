// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let machuPicchu = Landmark(
    name: "Machu Picchu", continent: .southAmerica, coordinate: Coordinate(latitude: -13.163, longitude: -72.545),
    shortDescription: "An Inca city on a ridge in the cloud forest",
    description: """
      Machu Picchu is an Inca city of the fifteenth century on a ridge about 2,430 metres above the sea in southern \
      Peru. Its terraces and fitted stone walls stand above a bend of the Urubamba River. The town of Aguas \
      Calientes below is reached by train or on foot, and is where most visitors stay.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Sanctuary Lodge", .hotel, "Machu Picchu Entrance", -13.166, -72.543,
        "The only hotel beside the entrance to the ruins."),
      PointOfInterest(
        "Inkaterra Machu Picchu Pueblo Hotel", .hotel, "Aguas Calientes", -13.157, -72.520,
        "White cottages in a cloud-forest garden that is rich in orchids and birds."),
      PointOfInterest(
        "Sumaq Machu Picchu Hotel", .hotel, "Aguas Calientes", -13.154, -72.529,
        "A comfortable hotel by the river at the edge of the town."),
      PointOfInterest(
        "El MaPi Hotel", .hotel, "Aguas Calientes", -13.154, -72.524,
        "A modern hotel on the main street that leads to the hot springs."),
      PointOfInterest(
        "Supertramp Hostel", .hotel, "Aguas Calientes", -13.153, -72.523,
        "A colourful hostel with dormitories for backpackers."),
      PointOfInterest(
        "Camping Municipal", .campground, "Puente Ruinas", -13.160, -72.536,
        "A simple riverside campground at the foot of the path to the ruins."),
      PointOfInterest(
        "Indio Feliz", .restaurant, "Aguas Calientes", -13.154, -72.524,
        "A long-standing Franco-Peruvian bistro covered with visitors' cards."),
      PointOfInterest(
        "The Tree House Restaurant", .restaurant, "Aguas Calientes", -13.153, -72.524,
        "A wooden dining room at the top of a flight of steps."),
      PointOfInterest(
        "Full House Peruvian Cuisine", .restaurant, "Aguas Calientes", -13.154, -72.526,
        "Andean dishes beside the rushing river."),
      PointOfInterest(
        "Mapacho Craft Beer Restaurant", .restaurant, "Aguas Calientes", -13.154, -72.527,
        "Peruvian beers and local food with a terrace on the river."),
      PointOfInterest(
        "Toto's House", .restaurant, "Aguas Calientes", -13.155, -72.525,
        "A large buffet and grill restaurant near the railway tracks."),
      PointOfInterest(
        "Tinkuy Buffet Restaurant", .restaurant, "Machu Picchu Entrance", -13.166, -72.542,
        "A lunch buffet next to the entrance of the site."),
      PointOfInterest(
        "La Boulangerie de Paris", .cafe, "Aguas Calientes", -13.153, -72.525,
        "A French bakery with pastries, sandwiches and packed lunches."),
      PointOfInterest(
        "Cafe Inkaterra", .cafe, "Aguas Calientes", -13.157, -72.522,
        "A thatched cafe by the river, close to the railway station."),
      PointOfInterest(
        "House of the Guardians", .viewpoint, "Machu Picchu", -13.165, -72.545,
        "The hut above the terraces from which the well-known view is seen."),
      PointOfInterest(
        "Temple of the Sun", .sight, "Machu Picchu", -13.164, -72.545,
        "A curved tower of fine masonry whose window marks the June solstice."),
      PointOfInterest(
        "Intihuatana Stone", .sight, "Machu Picchu", -13.163, -72.546,
        "A carved granite pillar on the highest platform of the city."),
      PointOfInterest(
        "Temple of the Three Windows", .sight, "Machu Picchu", -13.1635, -72.5455,
        "A hall of massive blocks with three openings toward the east."),
      PointOfInterest(
        "Temple of the Condor", .sight, "Machu Picchu", -13.164, -72.544,
        "Natural rock and carved stone that together suggest a bird with spread wings."),
      PointOfInterest(
        "Sacred Rock", .sight, "Machu Picchu", -13.161, -72.546,
        "A tall slab that follows the outline of the mountains behind it."),
      PointOfInterest(
        "Huayna Picchu", .viewpoint, "Machu Picchu", -13.156, -72.547,
        "The steep peak behind the ruins, climbed by narrow Inca stairs."),
      PointOfInterest(
        "Machu Picchu Mountain", .viewpoint, "Machu Picchu", -13.171, -72.544,
        "A long stair to a summit that looks down on the whole city."),
      PointOfInterest(
        "Sun Gate", .viewpoint, "Inca Trail", -13.172, -72.533,
        "The pass named Inti Punku, where hikers on the Inca Trail first see the city."),
      PointOfInterest(
        "Inca Bridge", .sight, "Machu Picchu", -13.166, -72.551,
        "A log bridge on a path cut into a cliff, a short walk from the ruins."),
      PointOfInterest(
        "Winay Wayna", .sight, "Inca Trail", -13.192, -72.536,
        "Terraces and houses on a steep slope along the Inca Trail."),
      PointOfInterest(
        "Llactapata", .sight, "Llactapata Ridge", -13.180, -72.583,
        "Inca ruins on a facing ridge with a distant view of Machu Picchu."),
      PointOfInterest(
        "Manuel Chavez Ballon Site Museum", .museum, "Puente Ruinas", -13.160, -72.537,
        "A museum of finds from the site, with a botanical garden."),
      PointOfInterest(
        "Machu Picchu Butterfly House", .museum, "Puente Ruinas", -13.158, -72.534,
        "A small centre that breeds the butterflies of the valley."),
      PointOfInterest(
        "Aguas Calientes Hot Springs", .sight, "Aguas Calientes", -13.151, -72.519,
        "Warm public pools in a green ravine above the town."),
      PointOfInterest(
        "Plaza Manco Capac", .sight, "Aguas Calientes", -13.155, -72.525,
        "The small main square, with a church and a statue of an Inca ruler."),
      PointOfInterest(
        "Mandor Gardens", .park, "Mandor", -13.143, -72.540,
        "A private garden and waterfall along the railway, good for watching birds."),
      PointOfInterest(
        "Aguas Calientes Craft Market", .shop, "Aguas Calientes", -13.155, -72.523,
        "Stalls with textiles and souvenirs around the railway station."),
    ])
}
