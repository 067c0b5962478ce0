// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let niagaraFalls = Landmark(
    name: "Niagara Falls", continent: .northAmerica, coordinate: Coordinate(latitude: 43.080, longitude: -79.075),
    searchRange: 25,
    shortDescription: "Three great waterfalls between two countries",
    description: """
      Niagara Falls is the name of three waterfalls on the Niagara River between Ontario in Canada and New York State \
      in the United States: the Horseshoe Falls, the American Falls and the Bridal Veil Falls. The river carries the \
      water of four Great Lakes through a deep gorge to Lake Ontario.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Sheraton Fallsview Hotel", .hotel, "Fallsview", 43.084, -79.080,
        "A tall hotel whose upper rooms look straight down on the falls."),
      PointOfInterest(
        "Niagara Falls Marriott Fallsview Hotel & Spa", .hotel, "Fallsview", 43.077, -79.084,
        "A curved hotel tower above the Horseshoe Falls."),
      PointOfInterest(
        "The Red Coach Inn", .hotel, "Niagara Falls, New York", 43.086, -79.059,
        "A Tudor-style inn of the 1920s beside the upper rapids."),
      PointOfInterest(
        "The Giacomo", .hotel, "Niagara Falls, New York", 43.087, -79.057,
        "A boutique hotel in an art deco office tower of 1929."),
      PointOfInterest(
        "Prince of Wales Hotel", .hotel, "Niagara-on-the-Lake", 43.255, -79.071,
        "A Victorian hotel of 1864 in the old town on the lake."),
      PointOfInterest(
        "Four Mile Creek State Park Campground", .campground, "Youngstown", 43.273, -78.996,
        "Campsites on the shore of Lake Ontario, some with a view across the water."),
      PointOfInterest(
        "Skylon Tower Revolving Dining Room", .restaurant, "Fallsview", 43.085, -79.079,
        "A restaurant that turns once an hour high above the falls."),
      PointOfInterest(
        "Table Rock House Restaurant", .restaurant, "Table Rock", 43.079, -79.078,
        "A dining room a few steps from the brink of the Horseshoe Falls."),
      PointOfInterest(
        "Top of the Falls Restaurant", .restaurant, "Goat Island", 43.080, -79.072,
        "A seasonal restaurant with windows over the Horseshoe Falls on the American side."),
      PointOfInterest(
        "The Flying Saucer Restaurant", .restaurant, "Lundy's Lane", 43.090, -79.105,
        "A family diner built in the shape of a flying saucer."),
      PointOfInterest(
        "Queenston Heights Restaurant", .restaurant, "Queenston", 43.161, -79.053,
        "A restaurant on the escarpment with a long view down the river."),
      PointOfInterest(
        "Como Restaurant", .restaurant, "Niagara Falls, New York", 43.095, -79.038,
        "A family-run Italian-American restaurant that opened in 1927."),
      PointOfInterest(
        "Balzac's Coffee Roasters", .cafe, "Niagara-on-the-Lake", 43.255, -79.072,
        "A coffee house of an Ontario roaster in the old town."),
      PointOfInterest(
        "Horseshoe Falls", .sight, "Table Rock", 43.077, -79.076,
        "The largest of the three falls, about 57 metres high."),
      PointOfInterest(
        "Terrapin Point", .viewpoint, "Goat Island", 43.080, -79.074,
        "A lookout at the very edge of the Horseshoe Falls on the American side."),
      PointOfInterest(
        "Cave of the Winds", .sight, "Goat Island", 43.083, -79.070,
        "Wooden walkways that lead close to the foot of the Bridal Veil Falls."),
      PointOfInterest(
        "Three Sisters Islands", .park, "Goat Island", 43.078, -79.066,
        "Three small islands linked by footbridges among the upper rapids."),
      PointOfInterest(
        "Niagara Falls Observation Tower", .viewpoint, "Prospect Point", 43.087, -79.070,
        "A tower that reaches out over the gorge beside the American Falls."),
      PointOfInterest(
        "Maid of the Mist", .sight, "Prospect Point", 43.087, -79.071,
        "Boats that have carried visitors into the spray since 1846."),
      PointOfInterest(
        "Journey Behind the Falls", .sight, "Table Rock", 43.079, -79.079,
        "Tunnels in the rock with openings behind the falling water."),
      PointOfInterest(
        "Niagara Parks Power Station", .museum, "Table Rock", 43.074, -79.078,
        "A restored generating hall of 1905 with a tunnel to the river."),
      PointOfInterest(
        "Niagara SkyWheel", .viewpoint, "Clifton Hill", 43.091, -79.075,
        "A 53-metre observation wheel with a view of the falls."),
      PointOfInterest(
        "White Water Walk", .sight, "Niagara Gorge", 43.116, -79.059,
        "A boardwalk beside the rapids of the gorge."),
      PointOfInterest(
        "Whirlpool Aero Car", .sight, "Niagara Gorge", 43.118, -79.069,
        "A cable car of 1916 that crosses high over the river's whirlpool."),
      PointOfInterest(
        "Whirlpool State Park", .park, "Niagara Gorge", 43.118, -79.060,
        "Overlooks and stairs down to the whirlpool on the American bank."),
      PointOfInterest(
        "Niagara Parks Botanical Gardens", .park, "Niagara Gorge", 43.130, -79.059,
        "Forty hectares of gardens with a butterfly conservatory."),
      PointOfInterest(
        "Floral Clock", .sight, "Queenston", 43.144, -79.060,
        "A large working clock whose face is planted anew twice each season."),
      PointOfInterest(
        "Brock's Monument", .nationalMonument, "Queenston", 43.160, -79.053,
        "A tall column for Major General Isaac Brock, who fell at Queenston Heights in 1812."),
      PointOfInterest(
        "Fort George", .nationalMonument, "Niagara-on-the-Lake", 43.251, -79.061,
        "A reconstructed British fort that was fought over in the War of 1812."),
      PointOfInterest(
        "Old Fort Niagara", .museum, "Youngstown", 43.263, -79.063,
        "A fort at the river's mouth with a French stone building of 1726."),
      PointOfInterest(
        "Niagara Falls History Museum", .museum, "Lundy's Lane", 43.090, -79.091,
        "A local museum beside the battlefield of Lundy's Lane."),
      PointOfInterest(
        "Niagara-on-the-Lake Sailing Club", .marina, "Niagara-on-the-Lake", 43.258, -79.067,
        "A small harbour where the Niagara River meets Lake Ontario."),
      PointOfInterest(
        "Fashion Outlets of Niagara Falls", .shop, "Niagara Falls, New York", 43.095, -78.976,
        "A large indoor outlet mall a short drive from the falls."),
    ])
}
