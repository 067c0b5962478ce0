// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let grandCanyon = Landmark(
    name: "Grand Canyon", nameInText: "the Grand Canyon", continent: .northAmerica,
    coordinate: Coordinate(latitude: 36.057, longitude: -112.138),
    searchRange: 40,
    shortDescription: "A mile of layered rock above the Colorado River",
    description: """
      The Grand Canyon in northern Arizona is 446 kilometres long, up to 29 kilometres wide and about 1,600 metres \
      deep, cut by the Colorado River through rocks up to nearly two billion years old. The South Rim is open all \
      year and has a historic village, viewpoints and trails into the canyon.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "El Tovar Hotel", .hotel, "Grand Canyon Village", 36.058, -112.137,
        "A log and stone hotel of 1905 on the edge of the rim."),
      PointOfInterest(
        "Bright Angel Lodge", .hotel, "Grand Canyon Village", 36.057, -112.141,
        "A rustic lodge with cabins that the architect Mary Colter designed in the 1930s."),
      PointOfInterest(
        "Thunderbird Lodge", .hotel, "Grand Canyon Village", 36.057, -112.139,
        "Simple rooms on the rim path, some of them with a view of the canyon."),
      PointOfInterest(
        "Maswik Lodge", .hotel, "Grand Canyon Village", 36.054, -112.143,
        "A lodge in the pines a short walk back from the rim."),
      PointOfInterest(
        "Yavapai Lodge", .hotel, "Market Plaza", 36.055, -112.122,
        "The park's largest lodge, in woodland near the visitor center."),
      PointOfInterest(
        "The Grand Hotel at the Grand Canyon", .hotel, "Tusayan", 35.974, -112.127,
        "A western-style hotel just outside the south entrance."),
      PointOfInterest(
        "Phantom Ranch", .hotel, "Inner Canyon", 36.105, -112.095,
        "Cabins and dormitories beside Bright Angel Creek at the bottom of the canyon."),
      PointOfInterest(
        "Mather Campground", .campground, "Market Plaza", 36.050, -112.120,
        "The main campground of the South Rim, under ponderosa pines and junipers."),
      PointOfInterest(
        "Desert View Campground", .campground, "Desert View", 36.041, -111.825,
        "A quiet seasonal campground near the park's east entrance."),
      PointOfInterest(
        "Ten-X Campground", .campground, "Tusayan", 35.937, -112.123,
        "A national forest campground among pines south of the park."),
      PointOfInterest(
        "El Tovar Dining Room", .restaurant, "Grand Canyon Village", 36.058, -112.138,
        "The hotel's formal dining room, with murals and tall windows."),
      PointOfInterest(
        "Arizona Steakhouse", .restaurant, "Grand Canyon Village", 36.057, -112.140,
        "Steaks and southwestern dishes a few steps from the rim."),
      PointOfInterest(
        "Yavapai Tavern", .restaurant, "Market Plaza", 36.055, -112.123,
        "A casual tavern with burgers, local beer and an outdoor patio."),
      PointOfInterest(
        "Maswik Food Court", .restaurant, "Grand Canyon Village", 36.055, -112.144,
        "Quick meals from several counters in the lodge's main building."),
      PointOfInterest(
        "We Cook Pizza & Pasta", .restaurant, "Tusayan", 35.973, -112.127,
        "A plain pizza house on the road into the park."),
      PointOfInterest(
        "Big E Steakhouse & Saloon", .restaurant, "Tusayan", 35.973, -112.128,
        "A western steakhouse with a saloon in the gateway village."),
      PointOfInterest(
        "Bright Angel Fountain", .cafe, "Grand Canyon Village", 36.057, -112.142,
        "A seasonal counter for ice cream, coffee and snacks beside the rim path."),
      PointOfInterest(
        "Mather Point", .viewpoint, "Grand Canyon Visitor Center", 36.062, -112.108,
        "The first view of the canyon for many visitors, close to the visitor center."),
      PointOfInterest(
        "Yavapai Geology Museum", .museum, "Yavapai Point", 36.066, -112.117,
        "A museum on the rim that explains the rock layers seen through its windows."),
      PointOfInterest(
        "Hopi Point", .viewpoint, "Hermit Road", 36.074, -112.155,
        "A promontory with wide views that is popular at sunset."),
      PointOfInterest(
        "Hermits Rest", .sight, "Hermit Road", 36.060, -112.211,
        "A stone rest house of 1914 by Mary Colter, at the end of the western road."),
      PointOfInterest(
        "Grandview Point", .viewpoint, "Desert View Drive", 35.998, -111.988,
        "A high overlook at the head of an old miners' trail."),
      PointOfInterest(
        "Moran Point", .viewpoint, "Desert View Drive", 36.005, -111.924,
        "A viewpoint named after the painter Thomas Moran, good for seeing three rock groups."),
      PointOfInterest(
        "Lipan Point", .viewpoint, "Desert View Drive", 36.033, -111.853,
        "One of the widest views of the river and of the tilted oldest layers."),
      PointOfInterest(
        "Desert View Watchtower", .sight, "Desert View", 36.044, -111.826,
        "A stone tower of 1932 with murals by the Hopi artist Fred Kabotie."),
      PointOfInterest(
        "Tusayan Museum and Ruin", .museum, "Desert View Drive", 36.014, -111.865,
        "The remains of a small Ancestral Puebloan village with a museum beside it."),
      PointOfInterest(
        "Kolb Studio", .museum, "Grand Canyon Village", 36.057, -112.144,
        "The rim-side studio and home of two photographer brothers, now with exhibitions."),
      PointOfInterest(
        "Lookout Studio", .viewpoint, "Grand Canyon Village", 36.058, -112.142,
        "A stone building of 1914 on the brink, with terraces for looking out."),
      PointOfInterest(
        "Bright Angel Trail", .sight, "Grand Canyon Village", 36.057, -112.145,
        "The best-known path into the canyon, with rest houses on the way down."),
      PointOfInterest(
        "Ooh Aah Point", .viewpoint, "South Kaibab Trail", 36.060, -112.084,
        "A lookout less than a mile down the South Kaibab Trail."),
      PointOfInterest(
        "Shoshone Point", .viewpoint, "Desert View Drive", 36.041, -112.062,
        "A quiet overlook at the end of a level one-mile walk through the forest."),
      PointOfInterest(
        "Trail of Time", .sight, "Yavapai Point", 36.062, -112.128,
        "A paved timeline on the rim where each metre stands for a million years."),
      PointOfInterest(
        "Grand Canyon Railway Depot", .sight, "Grand Canyon Village", 36.057, -112.136,
        "A log railway station of 1910 that still receives the train from Williams."),
      PointOfInterest(
        "Bright Angel Point", .viewpoint, "North Rim", 36.193, -112.048,
        "A narrow paved ridge that juts into the canyon from the higher North Rim."),
      PointOfInterest(
        "Hopi House", .shop, "Grand Canyon Village", 36.058, -112.136,
        "A shop of 1905 in the form of a pueblo, with Native American crafts."),
      PointOfInterest(
        "Canyon Village Market", .shop, "Market Plaza", 36.054, -112.120,
        "A general store with groceries, camping gear and a deli."),
    ])
}
