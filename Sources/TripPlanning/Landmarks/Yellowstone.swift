// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let yellowstone = Landmark(
    name: "Yellowstone", continent: .northAmerica, coordinate: Coordinate(latitude: 44.600, longitude: -110.500),
    searchRange: 80,
    shortDescription: "Geysers, hot springs and bison on a great volcano",
    description: """
      Yellowstone National Park lies mostly in Wyoming and was the first national park in the world, founded in 1872. \
      It sits on a large volcano and has more geysers than any other place, along with hot springs, waterfalls, a \
      high lake, and herds of bison and elk.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Old Faithful Inn", .hotel, "Old Faithful", 44.460, -110.831,
        "A log hotel of 1904 with a huge stone fireplace, beside the geyser."),
      PointOfInterest(
        "Old Faithful Snow Lodge", .hotel, "Old Faithful", 44.457, -110.832,
        "A modern lodge that also opens in the winter season."),
      PointOfInterest(
        "Lake Yellowstone Hotel", .hotel, "Lake Village", 44.550, -110.400,
        "A yellow hotel with white columns on the lake shore, opened in 1891."),
      PointOfInterest(
        "Canyon Lodge", .hotel, "Canyon Village", 44.734, -110.489,
        "Cabins and newer lodges near the Grand Canyon of the Yellowstone."),
      PointOfInterest(
        "Mammoth Hot Springs Hotel", .hotel, "Mammoth Hot Springs", 44.977, -110.701,
        "A hotel among the buildings of old Fort Yellowstone, where elk often graze."),
      PointOfInterest(
        "Roosevelt Lodge Cabins", .hotel, "Tower-Roosevelt", 44.913, -110.417,
        "Rustic cabins in the quiet north-east of the park."),
      PointOfInterest(
        "Madison Campground", .campground, "Madison", 44.646, -110.861,
        "A large campground where two rivers join to form the Madison."),
      PointOfInterest(
        "Bridge Bay Campground", .campground, "Bridge Bay", 44.534, -110.437,
        "Campsites close to the lake and its marina."),
      PointOfInterest(
        "Mammoth Campground", .campground, "Mammoth Hot Springs", 44.973, -110.694,
        "A hillside campground near the north entrance, open through the winter."),
      PointOfInterest(
        "Old Faithful Inn Dining Room", .restaurant, "Old Faithful", 44.460, -110.832,
        "Meals under log beams in the historic inn."),
      PointOfInterest(
        "Lake Hotel Dining Room", .restaurant, "Lake Village", 44.549, -110.401,
        "A formal room with windows toward the lake."),
      PointOfInterest(
        "Mammoth Hotel Dining Room", .restaurant, "Mammoth Hot Springs", 44.976, -110.702,
        "A dining room across from the hotel, with a view of the parade ground."),
      PointOfInterest(
        "Roosevelt Lodge Dining Room", .restaurant, "Tower-Roosevelt", 44.912, -110.417,
        "Hearty food in a log lodge with rocking chairs on the porch."),
      PointOfInterest(
        "Canyon Lodge Eatery", .restaurant, "Canyon Village", 44.735, -110.490,
        "A cafeteria with several stations in a building of the 1950s."),
      PointOfInterest(
        "Old Faithful Lodge Cafeteria", .restaurant, "Old Faithful", 44.459, -110.827,
        "Simple meals with a window on the geyser."),
      PointOfInterest(
        "Running Bear Pancake House", .restaurant, "West Yellowstone", 44.660, -111.102,
        "A family breakfast place in the town at the west entrance."),
      PointOfInterest(
        "Old Faithful", .sight, "Old Faithful", 44.460, -110.828,
        "The famous geyser, which erupts about every hour and a half."),
      PointOfInterest(
        "Morning Glory Pool", .sight, "Old Faithful", 44.475, -110.844,
        "A deep hot spring with rings of colour at the end of a geyser walk."),
      PointOfInterest(
        "Grand Prismatic Spring", .sight, "Midway Geyser Basin", 44.525, -110.838,
        "The largest hot spring in the United States, blue in the middle and orange at the rim."),
      PointOfInterest(
        "Fountain Paint Pot", .sight, "Lower Geyser Basin", 44.550, -110.807,
        "Bubbling pools of coloured mud on a short boardwalk."),
      PointOfInterest(
        "Gibbon Falls", .viewpoint, "Madison", 44.654, -110.772,
        "A broad waterfall beside the road, about 25 metres high."),
      PointOfInterest(
        "Norris Geyser Basin", .sight, "Norris", 44.727, -110.704,
        "The park's hottest and most changeable thermal area."),
      PointOfInterest(
        "Museum of the National Park Ranger", .museum, "Norris", 44.740, -110.698,
        "A log museum about the history of the park rangers."),
      PointOfInterest(
        "Artist Point", .viewpoint, "Canyon Village", 44.720, -110.480,
        "The classic view up the yellow canyon to the Lower Falls."),
      PointOfInterest(
        "Brink of the Lower Falls", .viewpoint, "Canyon Village", 44.718, -110.496,
        "A steep path to the top of a waterfall of 94 metres."),
      PointOfInterest(
        "Hayden Valley", .sight, "Hayden Valley", 44.648, -110.460,
        "A wide grassy valley where bison are often seen from the road."),
      PointOfInterest(
        "Mud Volcano", .sight, "Hayden Valley", 44.625, -110.434,
        "A loop past churning, steaming mud pots."),
      PointOfInterest(
        "Fishing Bridge", .sight, "Fishing Bridge", 44.565, -110.377,
        "A log bridge over the outlet of the lake, now kept for watching the fish."),
      PointOfInterest(
        "West Thumb Geyser Basin", .sight, "West Thumb", 44.416, -110.573,
        "Hot springs on the very shore of Yellowstone Lake."),
      PointOfInterest(
        "Bridge Bay Marina", .marina, "Bridge Bay", 44.533, -110.439,
        "The harbour for scenic cruises and boats on Yellowstone Lake."),
      PointOfInterest(
        "Mount Washburn", .viewpoint, "Dunraven Pass", 44.798, -110.434,
        "A summit hike to a fire lookout with a view over most of the park."),
      PointOfInterest(
        "Tower Fall", .viewpoint, "Tower-Roosevelt", 44.894, -110.387,
        "A waterfall of 40 metres between towers of volcanic rock."),
      PointOfInterest(
        "Lamar Valley", .sight, "Lamar Valley", 44.899, -110.220,
        "A broad valley known for bison and for its wolves."),
      PointOfInterest(
        "Mammoth Hot Springs Terraces", .sight, "Mammoth Hot Springs", 44.969, -110.709,
        "White and orange steps of travertine with boardwalks around them."),
      PointOfInterest(
        "Roosevelt Arch", .nationalMonument, "Gardiner", 45.030, -110.709,
        "A stone gate of 1903 at the park's north entrance."),
      PointOfInterest(
        "Grizzly and Wolf Discovery Center", .museum, "West Yellowstone", 44.657, -111.099,
        "A wildlife center for bears and wolves that cannot live in the wild."),
      PointOfInterest(
        "Old Faithful Basin Store", .shop, "Old Faithful", 44.460, -110.830,
        "One of the oldest shops in the park, with gifts and a lunch counter."),
    ])
}
