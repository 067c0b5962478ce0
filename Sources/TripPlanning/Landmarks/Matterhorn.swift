// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let matterhorn = Landmark(
    name: "Matterhorn", nameInText: "the Matterhorn", continent: .europe,
    coordinate: Coordinate(latitude: 45.976, longitude: 7.659),
    shortDescription: "The pyramid peak above Zermatt",
    description: """
      The Matterhorn is a steep rock pyramid of 4,478 metres on the border of Switzerland and Italy, first climbed in \
      1865. The car-free village of Zermatt lies on its Swiss side and Breuil-Cervinia on the Italian side. Railways \
      and cable cars reach glaciers, lakes and viewpoints all around.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Mont Cervin Palace", .hotel, "Zermatt", 46.022, 7.748,
        "A grand hotel on the main street, opened in 1852."),
      PointOfInterest(
        "Monte Rosa Hotel", .hotel, "Zermatt", 46.020, 7.747,
        "The oldest hotel of the village, from which Edward Whymper set out in 1865."),
      PointOfInterest(
        "Grand Hotel Zermatterhof", .hotel, "Zermatt", 46.019, 7.748,
        "A hotel of 1879 that belongs to the citizens of Zermatt."),
      PointOfInterest(
        "The Omnia", .hotel, "Zermatt", 46.021, 7.746,
        "A modern mountain lodge on a rock, reached by a lift through a tunnel."),
      PointOfInterest(
        "Riffelalp Resort", .hotel, "Riffelalp", 46.004, 7.753,
        "A hotel at 2,222 metres with its own small tram."),
      PointOfInterest(
        "3100 Kulmhotel Gornergrat", .hotel, "Gornergrat", 45.983, 7.785,
        "A stone hotel with two observatory domes on the ridge of Gornergrat."),
      PointOfInterest(
        "Hörnli Hut", .hotel, "Schwarzsee", 45.982, 7.677,
        "The climbers' hut at 3,260 metres at the foot of the Hörnli ridge."),
      PointOfInterest(
        "Schönbiel Hut", .hotel, "Zmutt Valley", 46.003, 7.633,
        "An alpine club hut that faces the north side of the Matterhorn."),
      PointOfInterest(
        "Camping Attermenzen", .campground, "Randa", 46.087, 7.780,
        "A valley campsite among larches a short train ride below Zermatt."),
      PointOfInterest(
        "Chez Vrony", .restaurant, "Findeln", 46.009, 7.776,
        "An old farmhouse restaurant with a terrace facing the Matterhorn."),
      PointOfInterest(
        "Findlerhof", .restaurant, "Findeln", 46.010, 7.775,
        "Home cooking in a hamlet of sun-burnt wooden houses."),
      PointOfInterest(
        "Zum See", .restaurant, "Zum See", 46.009, 7.739,
        "A restaurant in a small hamlet of larch houses on the way down to the village."),
      PointOfInterest(
        "Whymper-Stube", .restaurant, "Zermatt", 46.020, 7.748,
        "Fondue and raclette in the cellar of the Monte Rosa Hotel."),
      PointOfInterest(
        "Restaurant Schäferstube", .restaurant, "Zermatt", 46.017, 7.746,
        "Lamb from the owners' own flock in a rustic wooden room."),
      PointOfInterest(
        "Brown Cow Pub", .restaurant, "Zermatt", 46.022, 7.749,
        "A pub on the main street for burgers and a drink after the mountain."),
      PointOfInterest(
        "Bäckerei Fuchs", .cafe, "Zermatt", 46.021, 7.748,
        "A village bakery known for its mountain guides' bread."),
      PointOfInterest(
        "Elsie's Wine & Champagne Bar", .cafe, "Zermatt", 46.0195, 7.7475,
        "A tiny wooden house of 1879 beside the church."),
      PointOfInterest(
        "Matterhorn Glacier Paradise", .viewpoint, "Klein Matterhorn", 45.938, 7.730,
        "The highest cable-car station in Europe, at 3,883 metres."),
      PointOfInterest(
        "Gornergrat", .viewpoint, "Gornergrat", 45.984, 7.782,
        "A ridge reached by cog railway, with a ring of peaks above the Gorner Glacier."),
      PointOfInterest(
        "Riffelsee", .sight, "Rotenboden", 45.987, 7.761,
        "A small lake that mirrors the Matterhorn on still mornings."),
      PointOfInterest(
        "Sunnegga", .viewpoint, "Sunnegga", 46.017, 7.770,
        "A sunny terrace reached by an underground funicular."),
      PointOfInterest(
        "Leisee", .park, "Sunnegga", 46.016, 7.772,
        "A mountain lake with a playground, good for bathing in summer."),
      PointOfInterest(
        "Stellisee", .sight, "Blauherd", 46.013, 7.800,
        "The first lake of the Five Lakes Walk, well known for its reflection."),
      PointOfInterest(
        "Unterrothorn", .viewpoint, "Blauherd", 46.022, 7.797,
        "A cable-car summit at 3,103 metres with a wide view."),
      PointOfInterest(
        "Schwarzsee", .sight, "Schwarzsee", 45.992, 7.709,
        "A lake with a chapel, from which the path to the Hörnli Hut starts."),
      PointOfInterest(
        "Gorner Gorge", .sight, "Zermatt", 46.008, 7.742,
        "Wooden walkways through a narrow gorge of green serpentine rock."),
      PointOfInterest(
        "Dossen Glacier Garden", .sight, "Furi", 46.003, 7.745,
        "Potholes that meltwater ground into the rock below the glacier."),
      PointOfInterest(
        "Matterhorn Museum", .museum, "Zermatt", 46.020, 7.7465,
        "An underground village that tells of the first ascent."),
      PointOfInterest(
        "Mountaineers' Cemetery", .nationalMonument, "Zermatt", 46.019, 7.7465,
        "The graves of climbers who died on the surrounding peaks."),
      PointOfInterest(
        "Hinterdorf", .sight, "Zermatt", 46.021, 7.749,
        "The old quarter with barns and stores on round stone plates."),
      PointOfInterest(
        "Charles Kuonen Suspension Bridge", .sight, "Randa", 46.102, 7.802,
        "A hikers' hanging bridge of 494 metres above Randa."),
      PointOfInterest(
        "Plateau Rosa", .viewpoint, "Breuil-Cervinia", 45.935, 7.706,
        "A glacier saddle on the border, reached by cable car from the Italian side."),
      PointOfInterest(
        "Lago Blu", .sight, "Breuil-Cervinia", 45.918, 7.626,
        "A small clear lake among larches that mirrors the mountain's Italian face."),
      PointOfInterest(
        "Breuil-Cervinia", .sight, "Breuil-Cervinia", 45.934, 7.630,
        "The Italian village below the peak, a base for hikers and skiers."),
      PointOfInterest(
        "Bahnhofstrasse", .shop, "Zermatt", 46.0225, 7.748,
        "The main shopping street of the village, without cars."),
      PointOfInterest(
        "WEGA Boutique", .shop, "Zermatt", 46.0235, 7.7475,
        "A souvenir and book shop near the railway station."),
    ])
}
