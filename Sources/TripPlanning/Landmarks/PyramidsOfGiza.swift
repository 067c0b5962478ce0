// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let pyramidsOfGiza = Landmark(
    name: "Pyramids of Giza", nameInText: "the Pyramids of Giza", continent: .africa,
    coordinate: Coordinate(latitude: 29.977, longitude: 31.133),
    shortDescription: "The last of the seven ancient wonders",
    description: """
      The Pyramids of Giza stand on a desert plateau at the western edge of Cairo, Egypt. Three kings of the Fourth \
      Dynasty built them about 4,500 years ago; the Great Pyramid was the tallest building in the world for more than \
      3,800 years. The Sphinx, old cemeteries and the museums of Cairo are close by.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Marriott Mena House", .hotel, "Giza", 29.986, 31.133,
        "A palace-like hotel of the 1880s with gardens below the Great Pyramid."),
      PointOfInterest(
        "Steigenberger Pyramids Cairo", .hotel, "Giza", 29.994, 31.131,
        "A resort hotel with pools and a view of the pyramids."),
      PointOfInterest(
        "Le Méridien Pyramids", .hotel, "Giza", 29.992, 31.128,
        "A large hotel around a pool that faces the pyramids."),
      PointOfInterest(
        "Pyramids View Inn", .hotel, "Nazlet el-Samman", 29.975, 31.141,
        "A small guest house whose roof looks at the Sphinx."),
      PointOfInterest(
        "Cairo Marriott Hotel", .hotel, "Zamalek", 30.057, 31.224,
        "A hotel around a palace of 1869 on an island in the Nile."),
      PointOfInterest(
        "The Nile Ritz-Carlton", .hotel, "Downtown Cairo", 30.046, 31.232,
        "A riverside hotel next to the Egyptian Museum."),
      PointOfInterest(
        "9 Pyramids Lounge", .restaurant, "Giza Plateau", 29.967, 31.128,
        "An open-air restaurant in the desert with a view of all the pyramids."),
      PointOfInterest(
        "Khufu's Restaurant", .restaurant, "Giza Plateau", 29.983, 31.131,
        "Modern Egyptian cooking with windows on the Great Pyramid."),
      PointOfInterest(
        "139 Pavilion", .restaurant, "Giza", 29.986, 31.134,
        "The garden restaurant of the Mena House, in sight of the pyramid."),
      PointOfInterest(
        "Andrea El Mariouteya", .restaurant, "Giza", 29.998, 31.153,
        "A garden restaurant known for chicken grilled over charcoal."),
      PointOfInterest(
        "Abou El Sid", .restaurant, "Zamalek", 30.062, 31.219,
        "Traditional Egyptian dishes among lamps and low brass tables."),
      PointOfInterest(
        "Abou Tarek", .restaurant, "Downtown Cairo", 30.050, 31.237,
        "A house of several floors that serves only koshari."),
      PointOfInterest(
        "El Fishawy", .cafe, "Islamic Cairo", 30.047, 31.262,
        "A mirrored coffee house in the bazaar, more than two centuries old."),
      PointOfInterest(
        "Café Riche", .cafe, "Downtown Cairo", 30.047, 31.239,
        "A cafe of 1908 where writers and politicians used to meet."),
      PointOfInterest(
        "Great Pyramid of Khufu", .nationalMonument, "Giza Plateau", 29.979, 31.134,
        "The largest pyramid in Egypt, whose inner passages can be entered."),
      PointOfInterest(
        "Pyramid of Khafre", .nationalMonument, "Giza Plateau", 29.976, 31.131,
        "The middle pyramid, which still has smooth casing stones at its tip."),
      PointOfInterest(
        "Pyramid of Menkaure", .nationalMonument, "Giza Plateau", 29.9725, 31.128,
        "The smallest of the three, with three small pyramids of queens beside it."),
      PointOfInterest(
        "Great Sphinx", .nationalMonument, "Giza Plateau", 29.975, 31.138,
        "A lion with a human head, 73 metres long, cut from the bedrock."),
      PointOfInterest(
        "Khafre Valley Temple", .sight, "Giza Plateau", 29.9748, 31.1385,
        "A temple of huge granite blocks beside the Sphinx."),
      PointOfInterest(
        "Panorama Point", .viewpoint, "Giza Plateau", 29.969, 31.122,
        "A rise in the desert from which the pyramids line up."),
      PointOfInterest(
        "Tomb of Meresankh III", .sight, "Giza Plateau", 29.980, 31.137,
        "The painted tomb of a queen in the eastern cemetery."),
      PointOfInterest(
        "Grand Egyptian Museum", .museum, "Giza", 29.994, 31.119,
        "A vast museum near the pyramids, with the treasures of Tutankhamun."),
      PointOfInterest(
        "King Khufu's Boat", .museum, "Giza", 29.9935, 31.1185,
        "A cedar ship more than 4,500 years old, moved to the new museum in 2021."),
      PointOfInterest(
        "Saqqara", .sight, "Saqqara", 29.871, 31.216,
        "A desert cemetery with the Step Pyramid of Djoser, the oldest of all."),
      PointOfInterest(
        "Imhotep Museum", .museum, "Saqqara", 29.870, 31.223,
        "A small museum at the foot of the Saqqara plateau."),
      PointOfInterest(
        "Memphis Open-Air Museum", .museum, "Mit Rahina", 29.850, 31.255,
        "A fallen giant statue of Ramesses II in the first capital of Egypt."),
      PointOfInterest(
        "Wissa Wassef Art Centre", .museum, "Harrania", 29.950, 31.165,
        "Mud-brick studios where tapestries are woven without a drawing."),
      PointOfInterest(
        "The Pharaonic Village", .sight, "Giza City", 29.998, 31.214,
        "A boat ride past scenes of ancient Egyptian life."),
      PointOfInterest(
        "Orman Garden", .park, "Giza City", 30.029, 31.213,
        "A botanical garden of 1875 with a lotus pond and old trees."),
      PointOfInterest(
        "Egyptian Museum", .museum, "Downtown Cairo", 30.048, 31.234,
        "A pink museum of 1902 with one of the great collections of antiquities."),
      PointOfInterest(
        "Cairo Tower", .viewpoint, "Zamalek", 30.046, 31.224,
        "A lattice tower of 187 metres with a view from the Nile to the pyramids."),
      PointOfInterest(
        "Coptic Museum", .museum, "Old Cairo", 30.006, 31.230,
        "Art of the Egyptian Christians inside a Roman fortress."),
      PointOfInterest(
        "Hanging Church", .sight, "Old Cairo", 30.005, 31.230,
        "A church built above the gate of a Roman fort."),
      PointOfInterest(
        "Citadel of Saladin", .nationalMonument, "Islamic Cairo", 30.030, 31.260,
        "A fortress on a hill with the great mosque of Muhammad Ali."),
      PointOfInterest(
        "Al-Azhar Park", .park, "Islamic Cairo", 30.040, 31.265,
        "A hillside park made on an old rubble heap, with a view of the minarets."),
      PointOfInterest(
        "Khan el-Khalili", .shop, "Islamic Cairo", 30.048, 31.262,
        "A bazaar of the fourteenth century for lamps, spices and jewellery."),
      PointOfInterest(
        "Kerdasa Market", .shop, "Kerdasa", 30.030, 31.110,
        "A village street of shops for carpets and woven cloth."),
    ])
}
