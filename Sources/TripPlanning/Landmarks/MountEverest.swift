// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let mountEverest = Landmark(
    name: "Mount Everest", continent: .asia, coordinate: Coordinate(latitude: 27.988, longitude: 86.925),
    searchRange: 45,
    shortDescription: "The highest mountain on Earth",
    description: """
      Mount Everest, called Sagarmatha in Nepali and Chomolungma in Tibetan, is 8,849 metres high and stands on the \
      border of Nepal and China. Edmund Hillary and Tenzing Norgay first climbed it in 1953. Trekkers reach its foot \
      through the Sherpa villages of the Khumbu valley, most of them from the airstrip at Lukla.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Hotel Everest View", .hotel, "Syangboche", 27.816, 86.722,
        "A hotel at 3,880 metres where the rooms look toward Everest."),
      PointOfInterest(
        "Yeti Mountain Home Namche", .hotel, "Namche Bazaar", 27.805, 86.712,
        "A stone lodge above the horseshoe of the Sherpa town."),
      PointOfInterest(
        "Yeti Mountain Home Lukla", .hotel, "Lukla", 27.688, 86.731,
        "A lodge near the airstrip where most treks begin."),
      PointOfInterest(
        "Yeti Mountain Home Phakding", .hotel, "Phakding", 27.741, 86.713,
        "A riverside lodge, the usual first night on the way up."),
      PointOfInterest(
        "Hotel Good Luck", .hotel, "Dingboche", 27.893, 86.831,
        "A trekkers' lodge among the stone-walled fields of Dingboche."),
      PointOfInterest(
        "8000 Inn", .hotel, "Lobuche", 27.957, 86.813,
        "A lodge beside the Pyramid laboratory at about 5,000 metres."),
      PointOfInterest(
        "Buddha Lodge", .hotel, "Gorak Shep", 27.981, 86.829,
        "One of the last lodges before base camp, at 5,160 metres."),
      PointOfInterest(
        "Fitzroy Inn", .hotel, "Gokyo", 27.954, 86.695,
        "A lodge beside the turquoise lake of Gokyo."),
      PointOfInterest(
        "Everest Base Camp South", .campground, "Khumbu Glacier", 28.003, 86.853,
        "The tent village on the glacier from which the Nepali side is climbed."),
      PointOfInterest(
        "Everest Base Camp North", .campground, "Rongbuk", 28.141, 86.851,
        "The camp on the Tibetan side, which can be reached by road."),
      PointOfInterest(
        "Namche Bakery", .cafe, "Namche Bazaar", 27.805, 86.713,
        "Bread, cakes and coffee on the main lane of the town."),
      PointOfInterest(
        "Café 8848", .cafe, "Namche Bazaar", 27.804, 86.713,
        "A cafe where trekkers rest on their day of getting used to the height."),
      PointOfInterest(
        "Café Danphe Bar", .restaurant, "Namche Bazaar", 27.8045, 86.7135,
        "A bar and cafe in the town that is named after Nepal's national bird."),
      PointOfInterest(
        "The Irish Pub", .restaurant, "Namche Bazaar", 27.805, 86.7125,
        "A pub for trekkers with music and a pool table."),
      PointOfInterest(
        "Everest Bakery Khumjung", .cafe, "Khumjung", 27.820, 86.718,
        "A village bakery said to be among the highest in the world."),
      PointOfInterest(
        "Café 4410", .cafe, "Dingboche", 27.892, 86.832,
        "A bright cafe that is named after the height of its village."),
      PointOfInterest(
        "Tengboche Bakery", .cafe, "Tengboche", 27.836, 86.763,
        "Cakes and coffee across the meadow from the monastery."),
      PointOfInterest(
        "Everest View Restaurant", .restaurant, "Syangboche", 27.816, 86.7225,
        "A terrace in front of the hotel that faces Everest and Ama Dablam."),
      PointOfInterest(
        "Tenzing-Hillary Airport", .sight, "Lukla", 27.687, 86.730,
        "A short sloping airstrip between a cliff and a mountainside."),
      PointOfInterest(
        "Hillary Bridge", .sight, "Jorsale", 27.778, 86.722,
        "A high hanging bridge full of prayer flags on the way to Namche."),
      PointOfInterest(
        "Sagarmatha National Park Museum", .museum, "Namche Bazaar", 27.803, 86.715,
        "A visitor centre on a ridge with a view of Everest."),
      PointOfInterest(
        "Sherpa Culture Museum", .museum, "Namche Bazaar", 27.804, 86.715,
        "A Sherpa house and photographs of those who climbed Everest."),
      PointOfInterest(
        "Tenzing Norgay Memorial", .nationalMonument, "Namche Bazaar", 27.8035, 86.7155,
        "A statue of the climber in front of the peaks."),
      PointOfInterest(
        "Namche Saturday Market", .shop, "Namche Bazaar", 27.8042, 86.7145,
        "A weekly market to which porters carry goods from the lower valleys."),
      PointOfInterest(
        "Khumjung Monastery", .sight, "Khumjung", 27.822, 86.716,
        "A monastery that keeps what is said to be the scalp of a yeti."),
      PointOfInterest(
        "Khumjung School", .sight, "Khumjung", 27.820, 86.716,
        "The school that Edmund Hillary founded in 1961."),
      PointOfInterest(
        "Thame Monastery", .sight, "Thame", 27.832, 86.650,
        "An old monastery on a hillside above the village of Thame."),
      PointOfInterest(
        "Tengboche Monastery", .sight, "Tengboche", 27.836, 86.764,
        "The best-known monastery of the Khumbu, on a ridge below Ama Dablam."),
      PointOfInterest(
        "Pangboche Monastery", .sight, "Pangboche", 27.858, 86.790,
        "The oldest monastery of the valley."),
      PointOfInterest(
        "Ama Dablam Base Camp", .viewpoint, "Pangboche", 27.870, 86.838,
        "Meadows at the foot of one of the most shapely peaks of the Himalaya."),
      PointOfInterest(
        "Nangkartshang Peak", .viewpoint, "Dingboche", 27.903, 86.822,
        "A hill above Dingboche that trekkers climb to get used to the height."),
      PointOfInterest(
        "Thukla Pass Memorials", .nationalMonument, "Lobuche", 27.928, 86.806,
        "Cairns and prayer flags for climbers who died on Everest."),
      PointOfInterest(
        "Kala Patthar", .viewpoint, "Gorak Shep", 27.996, 86.828,
        "A dark hill of 5,600 metres with the classic view of Everest."),
      PointOfInterest(
        "Khumbu Icefall", .sight, "Khumbu Glacier", 27.998, 86.875,
        "A maze of moving ice above base camp, to be looked at from below."),
      PointOfInterest(
        "Gokyo Lakes", .sight, "Gokyo", 27.953, 86.694,
        "A chain of turquoise lakes beside the Ngozumpa Glacier."),
      PointOfInterest(
        "Gokyo Ri", .viewpoint, "Gokyo", 27.961, 86.683,
        "A peak of 5,357 metres from which four of the highest mountains are seen."),
      PointOfInterest(
        "Rongbuk Monastery", .sight, "Rongbuk", 28.195, 86.828,
        "A monastery of Tibetan Buddhism that faces the north wall of Everest."),
    ])
}
