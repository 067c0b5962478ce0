// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let serengeti = Landmark(
    name: "Serengeti", nameInText: "the Serengeti", continent: .africa,
    coordinate: Coordinate(latitude: -2.333, longitude: 34.833),
    searchRange: 140,
    shortDescription: "Endless plains and the great migration",
    description: """
      The Serengeti in northern Tanzania is a savanna of grassland and acacia woods, with rocky islands called kopjes. \
      Each year well over a million wildebeest, with zebras and gazelles, move around it after the rains. Lions, \
      leopards and cheetahs live here all year.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Serengeti Serena Safari Lodge", .hotel, "Central Serengeti", -2.389, 34.699,
        "A lodge of round stone huts on a wooded ridge."),
      PointOfInterest(
        "Four Seasons Safari Lodge Serengeti", .hotel, "Central Serengeti", -2.267, 34.988,
        "A large lodge on raised walkways beside a waterhole that elephants visit."),
      PointOfInterest(
        "Seronera Wildlife Lodge", .hotel, "Seronera", -2.438, 34.828,
        "A lodge of the 1970s built around a big granite kopje."),
      PointOfInterest(
        "Lobo Wildlife Lodge", .hotel, "Lobo", -2.000, 35.170,
        "A lodge that climbs over a rock outcrop in the wooded north."),
      PointOfInterest(
        "Kirawira Serena Camp", .hotel, "Western Corridor", -2.190, 34.200,
        "Tents in Victorian style on a hill above the Grumeti plains."),
      PointOfInterest(
        "Mbalageti Safari Camp", .hotel, "Western Corridor", -2.259, 34.275,
        "Tented chalets on a hill of the western corridor."),
      PointOfInterest(
        "Singita Sasakwa Lodge", .hotel, "Grumeti Reserve", -2.060, 34.610,
        "A manor-style lodge on a hill above the Grumeti reserve."),
      PointOfInterest(
        "Ndutu Safari Lodge", .hotel, "Ndutu", -3.020, 34.998,
        "A simple old safari lodge beside Lake Ndutu."),
      PointOfInterest(
        "Speke Bay Lodge", .hotel, "Lake Victoria", -2.266, 33.798,
        "Bungalows on the shore of Lake Victoria near the western gate."),
      PointOfInterest(
        "Pimbi Campsite", .campground, "Seronera", -2.428, 34.850,
        "A public campsite in the centre of the park, without fences."),
      PointOfInterest(
        "Nguchiro Campsite", .campground, "Seronera", -2.430, 34.846,
        "A public campsite on the plain near Seronera."),
      PointOfInterest(
        "Lobo Campsite", .campground, "Lobo", -2.010, 35.165,
        "A quiet public campsite among the northern hills."),
      PointOfInterest(
        "Kula's Restaurant", .restaurant, "Central Serengeti", -2.268, 34.988,
        "The main restaurant of the Four Seasons lodge, with a view of the waterhole."),
      PointOfInterest(
        "Boma Grill", .restaurant, "Central Serengeti", -2.267, 34.989,
        "Dinners around a fire at the Four Seasons lodge."),
      PointOfInterest(
        "Serena Lodge Restaurant", .restaurant, "Central Serengeti", -2.389, 34.700,
        "The dining room of the Serena lodge under a high thatched roof."),
      PointOfInterest(
        "Seronera Lodge Restaurant", .restaurant, "Seronera", -2.438, 34.829,
        "Buffet meals between the boulders of the Seronera lodge."),
      PointOfInterest(
        "Lobo Lodge Restaurant", .restaurant, "Lobo", -2.000, 35.171,
        "A dining room on the rocks with a view over the northern valleys."),
      PointOfInterest(
        "Ndutu Lodge Dining Room", .restaurant, "Ndutu", -3.020, 34.999,
        "An open-sided dining room where genets sometimes climb the beams."),
      PointOfInterest(
        "Serengeti Visitor Centre Cafe", .cafe, "Seronera", -2.436, 34.825,
        "Snacks and drinks beside the visitor centre's picnic tables."),
      PointOfInterest(
        "Serengeti Visitor Centre", .museum, "Seronera", -2.436, 34.826,
        "An open-air exhibition about the park on a path around a kopje."),
      PointOfInterest(
        "Seronera River Valley", .sight, "Seronera", -2.460, 34.830,
        "Trees along a river where leopards and lions are often seen."),
      PointOfInterest(
        "Retina Hippo Pool", .sight, "Seronera", -2.360, 34.700,
        "A bend of the river where many hippos and crocodiles lie."),
      PointOfInterest(
        "Maasai Kopjes", .sight, "Seronera", -2.410, 34.900,
        "Rock outcrops near the river that lions like to rest on."),
      PointOfInterest(
        "Moru Kopjes", .sight, "Moru", -2.700, 34.780,
        "A field of large kopjes where black rhinos are protected."),
      PointOfInterest(
        "Gong Rock", .sight, "Moru", -2.705, 34.770,
        "A boulder that rings when it is struck with a stone."),
      PointOfInterest(
        "Moru Rock Paintings", .sight, "Moru", -2.710, 34.785,
        "Shields and figures that Maasai herders painted under an overhang."),
      PointOfInterest(
        "Lake Magadi", .sight, "Moru", -2.660, 34.870,
        "A shallow soda lake with flamingos."),
      PointOfInterest(
        "Simba Kopjes", .sight, "Southern Plains", -2.570, 34.980,
        "High rocks beside the main road, named after the lions that use them."),
      PointOfInterest(
        "Naabi Hill", .viewpoint, "Southern Plains", -2.833, 34.998,
        "The main gate, with a short path up to a view of the short-grass plains."),
      PointOfInterest(
        "Gol Kopjes", .sight, "Southern Plains", -2.700, 35.130,
        "Scattered rocks on the eastern plains, good country for cheetahs."),
      PointOfInterest(
        "Lake Ndutu", .sight, "Ndutu", -3.025, 35.010,
        "A soda lake in the woodland where wildebeest gather early in the year."),
      PointOfInterest(
        "Olduvai Gorge Museum", .museum, "Olduvai Gorge", -2.994, 35.352,
        "A museum on the rim of the gorge where early human fossils were found."),
      PointOfInterest(
        "Grumeti River", .sight, "Western Corridor", -2.200, 34.230,
        "A river with very large crocodiles that the herds cross early in summer."),
      PointOfInterest(
        "Ndabaka Gate", .sight, "Lake Victoria", -2.165, 33.968,
        "The western gate, near the shore of Lake Victoria."),
      PointOfInterest(
        "Lobo Kopjes", .sight, "Lobo", -2.005, 35.175,
        "High outcrops in the north with views over wooded hills."),
      PointOfInterest(
        "Mara River Crossing Points", .viewpoint, "Kogatende", -1.560, 34.890,
        "Places on the Mara River where wildebeest cross in the dry season."),
      PointOfInterest(
        "Seronera Visitor Centre Shop", .shop, "Seronera", -2.437, 34.826,
        "A small shop with books and crafts at the visitor centre."),
    ])
}
