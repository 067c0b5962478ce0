// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let mountFuji = Landmark(
    name: "Mount Fuji", continent: .asia, coordinate: Coordinate(latitude: 35.361, longitude: 138.727),
    searchRange: 35,
    shortDescription: "Japan's highest mountain and its five lakes",
    description: """
      Mount Fuji is a volcano of 3,776 metres on the main island of Japan, about 100 kilometres from Tokyo, and last \
      erupted in 1707. Five lakes lie along its northern foot, hot springs around it, and shrines mark the old paths \
      of pilgrims. The climbing season is from July to early September.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Fuji View Hotel", .hotel, "Lake Kawaguchi", 35.505, 138.745,
        "A classic hotel of 1936 in a wide garden by the lake."),
      PointOfInterest(
        "Kozantei Ubuya", .hotel, "Lake Kawaguchi", 35.517, 138.770,
        "A hot-spring inn where every room looks across the lake at the mountain."),
      PointOfInterest(
        "Hoshinoya Fuji", .hotel, "Lake Kawaguchi", 35.524, 138.748,
        "Concrete cabins on a wooded slope, a comfortable kind of camping."),
      PointOfInterest(
        "Highland Resort Hotel & Spa", .hotel, "Fujiyoshida", 35.485, 138.779,
        "A hotel beside the amusement park with rooms that face the mountain."),
      PointOfInterest(
        "Hotel Mount Fuji", .hotel, "Lake Yamanaka", 35.425, 138.862,
        "A hilltop hotel above the highest of the five lakes."),
      PointOfInterest(
        "Fujiya Hotel", .hotel, "Hakone", 35.248, 139.059,
        "A hotel of 1878 in Hakone that mixes Japanese and Western styles."),
      PointOfInterest(
        "Koan Campground", .campground, "Lake Motosu", 35.464, 138.571,
        "A lakeside campground with the view that is printed on the 1,000-yen note of 2004."),
      PointOfInterest(
        "Fumotoppara", .campground, "Asagiri Highland", 35.398, 138.564,
        "A wide open meadow for tents right below the western face."),
      PointOfInterest(
        "Houtou Fudou Higashi-Koiji", .restaurant, "Lake Kawaguchi", 35.503, 138.777,
        "Flat noodles in a pumpkin and miso stew, in a white cloud-shaped building."),
      PointOfInterest(
        "Sanrokuen", .restaurant, "Lake Kawaguchi", 35.493, 138.753,
        "Skewers grilled by the guests around a sunken hearth in an old farmhouse."),
      PointOfInterest(
        "Hammock Cafe", .cafe, "Lake Yamanaka", 35.411, 138.879,
        "A cafe with hammocks in the wood of a lakeside holiday camp."),
      PointOfInterest(
        "Gotemba Kogen Beer", .restaurant, "Gotemba", 35.271, 138.902,
        "A brewery restaurant in a leisure village east of the mountain."),
      PointOfInterest(
        "Kosaku Kawaguchiko", .restaurant, "Lake Kawaguchi", 35.493, 138.763,
        "A farmhouse-style branch of a local chain for hoto noodle stews."),
      PointOfInterest(
        "Fujiyama Cookie", .shop, "Lake Kawaguchi", 35.505, 138.767,
        "A small shop for mountain-shaped biscuits near the ropeway."),
      PointOfInterest(
        "Lake Bake Cafe", .cafe, "Lake Kawaguchi", 35.522, 138.757,
        "A bakery cafe on the northern shore with a terrace toward the mountain."),
      PointOfInterest(
        "Amazake Chaya", .cafe, "Hakone", 35.208, 139.041,
        "A thatched tea house on the old Tokaido road that serves sweet rice drink."),
      PointOfInterest(
        "Fuji Subaru Line Fifth Station", .viewpoint, "Mount Fuji", 35.395, 138.733,
        "The end of the road at 2,305 metres and the start of the Yoshida Trail."),
      PointOfInterest(
        "Chureito Pagoda", .viewpoint, "Fujiyoshida", 35.501, 138.801,
        "A red pagoda up some 400 steps, with the mountain behind it."),
      PointOfInterest(
        "Kitaguchi Hongu Fuji Sengen Shrine", .sight, "Fujiyoshida", 35.471, 138.794,
        "A forest shrine where the northern pilgrims' path begins."),
      PointOfInterest(
        "Fuji-Q Highland", .sight, "Fujiyoshida", 35.487, 138.780,
        "An amusement park with record-setting roller coasters."),
      PointOfInterest(
        "Fujisan World Heritage Center", .museum, "Fujikawaguchiko", 35.486, 138.769,
        "An exhibition about the mountain, its beliefs and its art."),
      PointOfInterest(
        "Mount Fuji Panoramic Ropeway", .viewpoint, "Lake Kawaguchi", 35.502, 138.772,
        "A cable car up Mount Tenjo to a terrace above the lake."),
      PointOfInterest(
        "Oishi Park", .park, "Lake Kawaguchi", 35.524, 138.746,
        "Flower beds on the northern shore with the mountain across the water."),
      PointOfInterest(
        "Itchiku Kubota Art Museum", .museum, "Lake Kawaguchi", 35.524, 138.758,
        "Dyed silk kimono that together form a landscape."),
      PointOfInterest(
        "Kawaguchiko Music Forest", .museum, "Lake Kawaguchi", 35.519, 138.765,
        "A European-style garden museum of automatic musical instruments."),
      PointOfInterest(
        "Kawaguchiko Pleasure Boat", .marina, "Lake Kawaguchi", 35.503, 138.768,
        "The landing for sightseeing boats on Lake Kawaguchi."),
      PointOfInterest(
        "Saiko Iyashi-no-Sato Nenba", .sight, "Lake Sai", 35.503, 138.659,
        "A rebuilt village of thatched houses with craft workshops."),
      PointOfInterest(
        "Saiko Bat Cave", .sight, "Lake Sai", 35.492, 138.666,
        "The largest lava cave at the foot of the mountain."),
      PointOfInterest(
        "Narusawa Ice Cave", .sight, "Aokigahara", 35.477, 138.668,
        "A lava tube that holds ice even in summer."),
      PointOfInterest(
        "Aokigahara", .sight, "Aokigahara", 35.474, 138.655,
        "A dense forest on a lava flow of the year 864."),
      PointOfInterest(
        "Lake Motosu", .sight, "Lake Motosu", 35.464, 138.584,
        "The deepest and clearest of the five lakes."),
      PointOfInterest(
        "Oshino Hakkai", .sight, "Oshino", 35.460, 138.832,
        "Eight clear ponds fed by meltwater that has filtered through lava."),
      PointOfInterest(
        "Lake Yamanaka Hana no Miyako Park", .park, "Lake Yamanaka", 35.440, 138.848,
        "Fields of tulips, sunflowers and cosmos under the mountain."),
      PointOfInterest(
        "Fujisan Hongu Sengen Taisha", .sight, "Fujinomiya", 35.227, 138.610,
        "The head shrine of the mountain's goddess, with a spring-fed pond."),
      PointOfInterest(
        "Shiraito Falls", .sight, "Fujinomiya", 35.313, 138.587,
        "A curved curtain of spring water, 150 metres wide."),
      PointOfInterest(
        "Hakone Shrine", .sight, "Hakone", 35.205, 139.026,
        "A forest shrine with a red gate that stands in Lake Ashi."),
      PointOfInterest(
        "Owakudani", .viewpoint, "Hakone", 35.244, 139.020,
        "A steaming volcanic valley reached by ropeway."),
      PointOfInterest(
        "Gotemba Premium Outlets", .shop, "Gotemba", 35.307, 138.965,
        "A large outlet center with a view of the mountain."),
      PointOfInterest(
        "Kawaguchiko Station Shops", .shop, "Fujikawaguchiko", 35.498, 138.769,
        "Souvenirs and local food around the alpine-style railway station."),
    ])
}
