// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let acropolisOfAthens = Landmark(
    name: "Acropolis of Athens", nameInText: "the Acropolis of Athens", continent: .europe,
    coordinate: Coordinate(latitude: 37.972, longitude: 23.726),
    shortDescription: "The ancient citadel above a living city",
    description: """
      The Acropolis is a rocky hill about 150 metres high in the middle of Athens, Greece. In the fifth century BC the \
      city built the Parthenon and three other great buildings on it. Around its foot lie ancient theatres, the old \
      quarter of Plaka and some of the world's best archaeological museums.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Hotel Grande Bretagne", .hotel, "Syntagma", 37.976, 23.735,
        "A grand hotel of 1874 that faces the parliament building."),
      PointOfInterest(
        "Electra Palace Athens", .hotel, "Plaka", 37.973, 23.731,
        "A hotel in the old quarter with a rooftop pool below the Acropolis."),
      PointOfInterest(
        "Herodion Hotel", .hotel, "Makrygianni", 37.968, 23.727,
        "A hotel behind the Acropolis Museum with a roof garden."),
      PointOfInterest(
        "Plaka Hotel", .hotel, "Plaka", 37.976, 23.729,
        "A simple hotel near the cathedral with a rooftop bar."),
      PointOfInterest(
        "Athens Backpackers", .hotel, "Makrygianni", 37.968, 23.730,
        "A hostel with a roof terrace close to the Acropolis metro station."),
      PointOfInterest(
        "Camping Athens", .campground, "Peristeri", 38.009, 23.672,
        "A city campsite on the road to Corinth."),
      PointOfInterest(
        "Scholarhio", .restaurant, "Plaka", 37.973, 23.730,
        "A taverna on the steps of Plaka that serves small dishes on a tray."),
      PointOfInterest(
        "Strofi", .restaurant, "Makrygianni", 37.969, 23.724,
        "Greek cooking on a roof terrace with the Acropolis overhead."),
      PointOfInterest(
        "Daphne's Restaurant", .restaurant, "Plaka", 37.972, 23.732,
        "A courtyard restaurant with frescoes in a nineteenth-century house."),
      PointOfInterest(
        "Thanasis", .restaurant, "Monastiraki", 37.976, 23.727,
        "A busy kebab house on a lane of grills."),
      PointOfInterest(
        "Karamanlidika", .restaurant, "Psyrri", 37.981, 23.726,
        "A delicatessen and taverna with cured meats and cheeses."),
      PointOfInterest(
        "Diporto", .restaurant, "Psyrri", 37.981, 23.725,
        "A basement taverna near the market, with wine from the barrel."),
      PointOfInterest(
        "Yiasemi", .cafe, "Plaka", 37.973, 23.729,
        "A cafe whose cushions spill down a flight of stone steps."),
      PointOfInterest(
        "Little Kook", .cafe, "Psyrri", 37.978, 23.725,
        "A cafe with lavish fairy-tale decorations that change with the season."),
      PointOfInterest(
        "Parthenon", .nationalMonument, "Acropolis", 37.9715, 23.7267,
        "The temple of Athena, completed in 438 BC."),
      PointOfInterest(
        "Erechtheion", .nationalMonument, "Acropolis", 37.9721, 23.7265,
        "A temple known for the porch whose columns are statues of maidens."),
      PointOfInterest(
        "Temple of Athena Nike", .nationalMonument, "Acropolis", 37.9715, 23.7249,
        "A small marble temple on a bastion beside the gate."),
      PointOfInterest(
        "Theatre of Dionysus", .sight, "South Slope", 37.9704, 23.7278,
        "The theatre where Greek tragedies were first performed."),
      PointOfInterest(
        "Odeon of Herodes Atticus", .sight, "South Slope", 37.9708, 23.7246,
        "A Roman stone theatre that still holds concerts in summer."),
      PointOfInterest(
        "Acropolis Museum", .museum, "Makrygianni", 37.968, 23.728,
        "A glass museum of 2009 for the finds from the hill."),
      PointOfInterest(
        "Areopagus Hill", .viewpoint, "Acropolis", 37.972, 23.7235,
        "A bare rock beside the Acropolis where an ancient court met."),
      PointOfInterest(
        "Ancient Agora", .sight, "Thissio", 37.975, 23.722,
        "The old market square with the well-preserved temple of Hephaestus."),
      PointOfInterest(
        "Stoa of Attalos", .museum, "Thissio", 37.975, 23.724,
        "A rebuilt ancient arcade that houses the museum of the Agora."),
      PointOfInterest(
        "Roman Agora", .sight, "Plaka", 37.974, 23.726,
        "A Roman market with the octagonal Tower of the Winds."),
      PointOfInterest(
        "Hadrian's Library", .sight, "Monastiraki", 37.975, 23.726,
        "The remains of a library that the emperor Hadrian gave the city."),
      PointOfInterest(
        "Philopappos Hill", .park, "Philopappou", 37.967, 23.721,
        "A wooded hill with a Roman monument and a full view of the Acropolis."),
      PointOfInterest(
        "Temple of Olympian Zeus", .nationalMonument, "Zappeion", 37.969, 23.733,
        "The tall remaining columns of one of the largest temples of Greece."),
      PointOfInterest(
        "Hadrian's Arch", .sight, "Zappeion", 37.970, 23.732,
        "A marble gate of the second century beside a busy avenue."),
      PointOfInterest(
        "National Garden", .park, "Syntagma", 37.973, 23.737,
        "Shady paths, ponds and ruins behind the parliament."),
      PointOfInterest(
        "Panathenaic Stadium", .sight, "Mets", 37.968, 23.741,
        "The marble stadium of the first modern Olympic Games in 1896."),
      PointOfInterest(
        "Benaki Museum", .museum, "Kolonaki", 37.976, 23.740,
        "Greek art from prehistory to modern times in a neoclassical mansion."),
      PointOfInterest(
        "Lycabettus Hill", .viewpoint, "Kolonaki", 37.982, 23.743,
        "The highest hill of central Athens, with a chapel and a funicular."),
      PointOfInterest(
        "National Archaeological Museum", .museum, "Exarchia", 37.989, 23.733,
        "The country's largest museum, with the gold mask from Mycenae."),
      PointOfInterest(
        "Anafiotika", .sight, "Plaka", 37.973, 23.728,
        "Small white houses that island builders put up below the rock."),
      PointOfInterest(
        "Zea Marina", .marina, "Piraeus", 37.937, 23.649,
        "A round yacht harbour on the site of an ancient war port."),
      PointOfInterest(
        "Monastiraki Flea Market", .shop, "Monastiraki", 37.976, 23.724,
        "Lanes of antiques, records and bric-a-brac, liveliest on Sundays."),
      PointOfInterest(
        "Varvakios Central Market", .shop, "Psyrri", 37.980, 23.727,
        "Covered halls of meat and fish dating from 1886."),
    ])
}
