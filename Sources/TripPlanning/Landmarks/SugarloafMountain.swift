// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let sugarloafMountain = Landmark(
    name: "Sugarloaf Mountain", continent: .southAmerica, coordinate: Coordinate(latitude: -22.949, longitude: -43.157),
    shortDescription: "The granite peak at the mouth of Guanabara Bay",
    description: """
      Sugarloaf Mountain is a granite and quartz peak that rises 396 metres from the sea at the mouth of Guanabara \
      Bay in Rio de Janeiro, Brazil. A cable car has carried visitors to its top since 1912. Beaches, forested hills \
      and the old quarters of the city lie around it.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Copacabana Palace", .hotel, "Copacabana", -22.967, -43.179,
        "A white beachfront hotel of 1923, among the most famous in South America."),
      PointOfInterest(
        "Fairmont Rio de Janeiro Copacabana", .hotel, "Copacabana", -22.985, -43.189,
        "A large hotel at the southern end of the beach, beside the old fort."),
      PointOfInterest(
        "Hotel Fasano Rio de Janeiro", .hotel, "Ipanema", -22.987, -43.195,
        "A hotel by the designer Philippe Starck with a rooftop pool over Ipanema."),
      PointOfInterest(
        "Yoo2 Rio de Janeiro", .hotel, "Botafogo", -22.948, -43.182,
        "A modern hotel on the bay with a rooftop that looks at Sugarloaf."),
      PointOfInterest(
        "Santa Teresa Hotel", .hotel, "Santa Teresa", -22.921, -43.187,
        "A hotel in a former coffee estate in the hill quarter of Santa Teresa."),
      PointOfInterest(
        "Bar Urca", .restaurant, "Urca", -22.944, -43.161,
        "A bar of 1939 whose guests eat snacks on the sea wall across the street."),
      PointOfInterest(
        "Churrascaria Palace", .restaurant, "Copacabana", -22.966, -43.178,
        "A grill house that has served Copacabana since 1951."),
      PointOfInterest(
        "Aprazível", .restaurant, "Santa Teresa", -22.926, -43.190,
        "Brazilian cooking among trees, with a view over the city and the bay."),
      PointOfInterest(
        "Garota de Ipanema", .restaurant, "Ipanema", -22.985, -43.203,
        "The corner bar where the song about the girl from Ipanema is said to have begun."),
      PointOfInterest(
        "Cervantes", .restaurant, "Copacabana", -22.963, -43.176,
        "A late-night bar known for meat sandwiches with pineapple."),
      PointOfInterest(
        "Confeitaria Colombo", .cafe, "Centro", -22.905, -43.179,
        "A coffee house of 1894 with tall mirrors and a stained-glass ceiling."),
      PointOfInterest(
        "Café Lamas", .cafe, "Flamengo", -22.936, -43.176,
        "An old-style cafe and restaurant whose history goes back to 1874."),
      PointOfInterest(
        "Sugarloaf Cable Car", .viewpoint, "Urca", -22.955, -43.166,
        "Two cable-car rides, by way of Urca Hill, to the top of Sugarloaf."),
      PointOfInterest(
        "Pista Cláudio Coutinho", .park, "Urca", -22.954, -43.162,
        "A level path along the sea at the foot of the mountain, with small monkeys in the trees."),
      PointOfInterest(
        "Praia Vermelha", .sight, "Urca", -22.955, -43.165,
        "A small sheltered beach between Urca Hill and Babilônia Hill."),
      PointOfInterest(
        "Christ the Redeemer", .nationalMonument, "Cosme Velho", -22.952, -43.210,
        "A statue of 30 metres on top of Corcovado, completed in 1931."),
      PointOfInterest(
        "Parque Lage", .park, "Jardim Botânico", -22.960, -43.212,
        "A wooded park around a mansion that houses an art school."),
      PointOfInterest(
        "Rio de Janeiro Botanical Garden", .park, "Jardim Botânico", -22.967, -43.224,
        "A garden founded in 1808, with an avenue of tall imperial palms."),
      PointOfInterest(
        "Rodrigo de Freitas Lagoon", .sight, "Lagoa", -22.972, -43.211,
        "A lagoon with a path of more than seven kilometres around it."),
      PointOfInterest(
        "Arpoador", .viewpoint, "Ipanema", -22.989, -43.192,
        "A rocky point between two beaches where people applaud the sunset."),
      PointOfInterest(
        "Copacabana Fort", .museum, "Copacabana", -22.986, -43.187,
        "A coastal fort of 1914 with an army museum and a view along the beach."),
      PointOfInterest(
        "Copacabana Beach", .sight, "Copacabana", -22.971, -43.182,
        "Four kilometres of sand along a promenade paved with a wave pattern."),
      PointOfInterest(
        "Ipanema Beach", .sight, "Ipanema", -22.987, -43.205,
        "A long beach that ends below the twin peaks of Dois Irmãos."),
      PointOfInterest(
        "Escadaria Selarón", .sight, "Lapa", -22.915, -43.179,
        "A stairway of 215 steps that the artist Jorge Selarón covered with tiles."),
      PointOfInterest(
        "Carioca Aqueduct", .nationalMonument, "Lapa", -22.913, -43.180,
        "White arches of the eighteenth century that now carry a tram."),
      PointOfInterest(
        "Metropolitan Cathedral of Rio de Janeiro", .sight, "Centro", -22.911, -43.181,
        "A cone-shaped modern cathedral with four tall stained-glass windows."),
      PointOfInterest(
        "Theatro Municipal", .sight, "Centro", -22.909, -43.176,
        "An opera house of 1909 inspired by the one in Paris."),
      PointOfInterest(
        "Royal Portuguese Reading Room", .sight, "Centro", -22.905, -43.182,
        "A library of the nineteenth century with carved shelves three storeys high."),
      PointOfInterest(
        "Museum of Tomorrow", .museum, "Praça Mauá", -22.894, -43.179,
        "A science museum on a pier, in a building by Santiago Calatrava."),
      PointOfInterest(
        "Museum of Art of Rio", .museum, "Praça Mauá", -22.896, -43.182,
        "Two old buildings joined by a wave-like roof, with art about the city."),
      PointOfInterest(
        "Niterói Contemporary Art Museum", .museum, "Niterói", -22.908, -43.126,
        "A saucer-shaped museum by Oscar Niemeyer on the far side of the bay."),
      PointOfInterest(
        "Maracanã Stadium", .sight, "Maracanã", -22.912, -43.230,
        "The football stadium where two World Cup finals were played."),
      PointOfInterest(
        "Marina da Glória", .marina, "Glória", -22.920, -43.170,
        "The city's marina, which hosted the Olympic sailing races in 2016."),
      PointOfInterest(
        "Hippie Fair of Ipanema", .shop, "Ipanema", -22.985, -43.198,
        "A Sunday market for art and crafts on General Osório Square."),
      PointOfInterest(
        "Saara Market", .shop, "Centro", -22.904, -43.184,
        "A grid of lively shopping streets in the old centre."),
    ])
}
