// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let iguazuFalls = Landmark(
    name: "Iguazú Falls", nameInText: "the Iguazú Falls", continent: .southAmerica,
    coordinate: Coordinate(latitude: -25.695, longitude: -54.437),
    searchRange: 40,
    shortDescription: "Some 275 waterfalls in a subtropical forest",
    description: """
      The Iguazú Falls lie on the border of Argentina and Brazil, where the Iguazú River drops over a basalt edge \
      nearly three kilometres long in some 275 separate falls. Both sides are national parks in the Atlantic \
      Forest, with coatis, toucans and many butterflies.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Hotel das Cataratas", .hotel, "Iguaçu National Park", -25.684, -54.440,
        "A pink colonial-style hotel inside the Brazilian park, facing the falls."),
      PointOfInterest(
        "Gran Meliá Iguazú", .hotel, "Iguazú National Park", -25.683, -54.455,
        "The only hotel within the Argentine park, with rooms that see the spray."),
      PointOfInterest(
        "Loi Suites Iguazú", .hotel, "Puerto Iguazú", -25.597, -54.550,
        "A resort in the Iryapú forest with walkways and pools."),
      PointOfInterest(
        "Panoramic Grand Iguazú", .hotel, "Puerto Iguazú", -25.594, -54.583,
        "A hillside hotel above the river where three countries meet."),
      PointOfInterest(
        "Bourbon Cataratas do Iguaçu", .hotel, "Foz do Iguaçu", -25.583, -54.525,
        "A large resort hotel on the road from the city to the falls."),
      PointOfInterest(
        "Camping El Viejo Americano", .campground, "Puerto Iguazú", -25.611, -54.558,
        "A shaded campground with a pool on the road to the park."),
      PointOfInterest(
        "Porto Canoas Restaurant", .restaurant, "Iguaçu National Park", -25.690, -54.436,
        "A buffet on a terrace above the river at the end of the Brazilian trail."),
      PointOfInterest(
        "El Fortín Restaurant", .restaurant, "Iguazú National Park", -25.684, -54.448,
        "A buffet and grill within the Argentine park."),
      PointOfInterest(
        "La Rueda 1975", .restaurant, "Puerto Iguazú", -25.600, -54.571,
        "A classic grill and river-fish restaurant in the middle of town."),
      PointOfInterest(
        "Aqva Restaurant", .restaurant, "Puerto Iguazú", -25.599, -54.573,
        "River fish such as surubí, and pasta, in a wooden house."),
      PointOfInterest(
        "El Quincho del Tío Querido", .restaurant, "Puerto Iguazú", -25.599, -54.572,
        "A lively Argentine grill with tables outside."),
      PointOfInterest(
        "Bocamora", .restaurant, "Puerto Iguazú", -25.593, -54.589,
        "A restaurant with a terrace over the meeting of the two rivers."),
      PointOfInterest(
        "Rafain Churrascaria Show", .restaurant, "Foz do Iguaçu", -25.567, -54.556,
        "A large Brazilian grill with a stage show of South American dances."),
      PointOfInterest(
        "Garganta del Diablo", .viewpoint, "Iguazú National Park", -25.695, -54.437,
        "The Devil's Throat, the highest and loudest of the falls."),
      PointOfInterest(
        "Upper Circuit", .sight, "Iguazú National Park", -25.687, -54.444,
        "Level walkways along the top edge of a row of falls."),
      PointOfInterest(
        "Lower Circuit", .sight, "Iguazú National Park", -25.684, -54.444,
        "A loop through the forest to views from the foot of the falls."),
      PointOfInterest(
        "San Martín Island", .sight, "Iguazú National Park", -25.686, -54.441,
        "A rocky island between the falls, reached by boat when the river allows."),
      PointOfInterest(
        "Macuco Trail", .sight, "Iguazú National Park", -25.680, -54.449,
        "A forest path of three and a half kilometres to the small Arrechea waterfall."),
      PointOfInterest(
        "Rainforest Ecological Train", .sight, "Iguazú National Park", -25.682, -54.452,
        "A small open train that links the stations of the Argentine park."),
      PointOfInterest(
        "Iguaçu Panoramic Trail", .viewpoint, "Iguaçu National Park", -25.687, -54.441,
        "The Brazilian path of 1,200 metres with the widest views of the falls."),
      PointOfInterest(
        "Macuco Safari", .sight, "Iguaçu National Park", -25.662, -54.437,
        "A boat trip from the Brazilian bank into the canyon below the falls."),
      PointOfInterest(
        "Parque das Aves", .park, "Foz do Iguaçu", -25.615, -54.484,
        "A bird park in the forest with large walk-through aviaries."),
      PointOfInterest(
        "Itaipu Dam", .sight, "Foz do Iguaçu", -25.408, -54.589,
        "One of the largest hydroelectric plants in the world, open for tours."),
      PointOfInterest(
        "Ecomuseum of Itaipu", .museum, "Foz do Iguaçu", -25.449, -54.583,
        "A museum about the river, the region and the building of the dam."),
      PointOfInterest(
        "Marco das Três Fronteiras", .nationalMonument, "Foz do Iguaçu", -25.590, -54.588,
        "The Brazilian obelisk at the border of three countries."),
      PointOfInterest(
        "Hito Tres Fronteras", .nationalMonument, "Puerto Iguazú", -25.594, -54.592,
        "The Argentine obelisk above the meeting of the Iguazú and Paraná rivers."),
      PointOfInterest(
        "Omar Ibn Al-Khattab Mosque", .sight, "Foz do Iguaçu", -25.521, -54.571,
        "A white mosque with two minarets, opened in 1983."),
      PointOfInterest(
        "Chen Tien Buddhist Temple", .sight, "Foz do Iguaçu", -25.489, -54.590,
        "A temple garden with more than a hundred statues and a large seated Buddha."),
      PointOfInterest(
        "La Aripuca", .sight, "Puerto Iguazú", -25.613, -54.561,
        "A giant model of a Guaraní trap, built from trunks of native trees."),
      PointOfInterest(
        "Güirá Oga", .park, "Puerto Iguazú", -25.620, -54.555,
        "A refuge that heals injured wild animals and shows its work on guided walks."),
      PointOfInterest(
        "Casa Ecológica de Botellas", .sight, "Puerto Iguazú", -25.612, -54.563,
        "A house built by a local family from thousands of plastic bottles."),
      PointOfInterest(
        "La Feirinha", .shop, "Puerto Iguazú", -25.600, -54.577,
        "An open-air market with olives, cheese, salami and wine."),
      PointOfInterest(
        "Duty Free Shop Puerto Iguazú", .shop, "Puerto Iguazú", -25.596, -54.560,
        "A large border shop near the bridge to Brazil."),
    ])
}
