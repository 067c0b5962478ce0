// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let joshuaTree = Landmark(
    name: "Joshua Tree", continent: .northAmerica, coordinate: Coordinate(latitude: 34.012, longitude: -116.168),
    searchRange: 50,
    shortDescription: "Granite boulders and spiky yuccas where two deserts meet",
    description: """
      Joshua Tree National Park in southern California lies where the higher Mojave Desert meets the lower Colorado \
      Desert. It is known for the branching yuccas that give it its name, for piles of rounded granite boulders \
      that climbers come for, and for very dark night skies.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Jumbo Rocks Campground", .campground, "Queen Valley", 33.992, -116.063,
        "The park's largest campground, with sites set among rounded granite boulders."),
      PointOfInterest(
        "Hidden Valley Campground", .campground, "Hidden Valley", 34.018, -116.162,
        "A small campground that climbers favour, close to many classic routes."),
      PointOfInterest(
        "Ryan Campground", .campground, "Queen Valley", 33.983, -116.155,
        "A quiet campground among Joshua trees near the foot of Ryan Mountain."),
      PointOfInterest(
        "Indian Cove Campground", .campground, "Indian Cove", 34.093, -116.156,
        "Campsites below steep rock walls on the northern edge of the park."),
      PointOfInterest(
        "Black Rock Campground", .campground, "Black Rock Canyon", 34.073, -116.390,
        "A hillside campground in a thick stand of Joshua trees, with water and a small nature center."),
      PointOfInterest(
        "Cottonwood Campground", .campground, "Cottonwood", 33.745, -115.814,
        "The campground of the park's southern entrance, in the lower and warmer desert."),
      PointOfInterest(
        "29 Palms Inn", .hotel, "Twentynine Palms", 34.131, -116.042,
        "Adobe bungalows beside a palm oasis, with a garden and a pool."),
      PointOfInterest(
        "Joshua Tree Inn", .hotel, "Joshua Tree Village", 34.135, -116.323,
        "A hacienda-style motel from around 1950 that many musicians have stayed at."),
      PointOfInterest(
        "Pioneertown Motel", .hotel, "Pioneertown", 34.156, -116.495,
        "A plain desert motel beside a main street that was built as a film set."),
      PointOfInterest(
        "Harmony Motel", .hotel, "Twentynine Palms", 34.136, -116.088,
        "A small roadside motel on a hill with wide views of the desert."),
      PointOfInterest(
        "AutoCamp Joshua Tree", .hotel, "Joshua Tree Village", 34.137, -116.300,
        "Silver trailers and cabins around a shared clubhouse, minutes from the park's west entrance."),
      PointOfInterest(
        "Crossroads Cafe", .cafe, "Joshua Tree Village", 34.135, -116.314,
        "A village cafe that serves breakfasts and sandwiches to hikers and climbers."),
      PointOfInterest(
        "Natural Sisters Cafe", .cafe, "Joshua Tree Village", 34.134, -116.315,
        "A vegetarian cafe with smoothies, wraps and home-made pies."),
      PointOfInterest(
        "Frontier Cafe", .cafe, "Yucca Valley", 34.117, -116.447,
        "A relaxed coffee house in the old part of Yucca Valley."),
      PointOfInterest(
        "Joshua Tree Saloon", .restaurant, "Joshua Tree Village", 34.135, -116.313,
        "A wood-panelled bar and grill close to the road into the park."),
      PointOfInterest(
        "Pappy & Harriet's", .restaurant, "Pioneertown", 34.157, -116.493,
        "A barbecue roadhouse and music stage at the edge of the old film town."),
      PointOfInterest(
        "Royal Siam Cuisine", .restaurant, "Joshua Tree Village", 34.135, -116.316,
        "A small Thai restaurant on the highway through the village."),
      PointOfInterest(
        "Kitchen in the Desert", .restaurant, "Twentynine Palms", 34.136, -116.064,
        "Caribbean and New American cooking served in a courtyard of old cabins."),
      PointOfInterest(
        "Hidden Valley Nature Trail", .sight, "Hidden Valley", 34.012, -116.168,
        "An easy one-mile loop through a rock-enclosed valley said to have sheltered cattle rustlers."),
      PointOfInterest(
        "Keys View", .viewpoint, "Little San Bernardino Mountains", 33.927, -116.187,
        "The park's best-known lookout, over the Coachella Valley and the San Andreas Fault."),
      PointOfInterest(
        "Skull Rock", .sight, "Queen Valley", 33.998, -116.060,
        "A granite boulder beside the road that erosion has given two hollow eye sockets."),
      PointOfInterest(
        "Arch Rock", .sight, "Pinto Basin Road", 33.987, -116.018,
        "A natural granite arch reached by a short walk."),
      PointOfInterest(
        "Cholla Cactus Garden", .sight, "Pinto Basin Road", 33.925, -115.929,
        "A dense natural stand of teddy bear cholla that glows at sunrise and sunset."),
      PointOfInterest(
        "Barker Dam", .sight, "Hidden Valley", 34.026, -116.142,
        "A loop walk to a small dam built by ranchers, where water draws birds and bighorn sheep."),
      PointOfInterest(
        "Ryan Mountain", .viewpoint, "Queen Valley", 33.986, -116.136,
        "A steep three-mile round trip to a summit with views over the whole middle of the park."),
      PointOfInterest(
        "Cap Rock", .sight, "Queen Valley", 33.989, -116.163,
        "A level, accessible nature trail around a dome crowned by a balanced slab."),
      PointOfInterest(
        "Fortynine Palms Oasis", .sight, "Twentynine Palms", 34.106, -116.107,
        "A three-mile hike over a dry ridge to a hidden stand of native fan palms."),
      PointOfInterest(
        "Lost Horse Mine", .sight, "Little San Bernardino Mountains", 33.942, -116.137,
        "The well-preserved stamp mill of one of the area's most productive gold mines."),
      PointOfInterest(
        "Oasis of Mara", .park, "Twentynine Palms", 34.128, -116.037,
        "A palm oasis with a short paved loop, settled long ago by the Serrano people."),
      PointOfInterest(
        "Cottonwood Spring", .sight, "Cottonwood", 33.737, -115.811,
        "A spring among cottonwoods and fan palms that once watered travellers and miners."),
      PointOfInterest(
        "Big Morongo Canyon Preserve", .park, "Morongo Valley", 34.050, -116.570,
        "Boardwalks through a streamside wood that is known for its birds."),
      PointOfInterest(
        "Sand to Snow National Monument", .nationalMonument, "Morongo Valley", 34.100, -116.550,
        "A protected landscape that rises from the desert floor to the San Gorgonio peaks."),
      PointOfInterest(
        "Noah Purifoy Outdoor Desert Art Museum", .museum, "Joshua Tree Village", 34.181, -116.262,
        "Ten acres of large sculptures that the artist made from discarded things."),
      PointOfInterest(
        "World Famous Crochet Museum", .museum, "Joshua Tree Village", 34.135, -116.313,
        "A tiny collection of crocheted animals inside an old photo-processing booth."),
      PointOfInterest(
        "Hi-Desert Nature Museum", .museum, "Yucca Valley", 34.122, -116.420,
        "A community museum about the plants, animals and people of the high desert."),
      PointOfInterest(
        "Coyote Corner", .shop, "Joshua Tree Village", 34.134, -116.313,
        "A shop for gifts and camping supplies at the turn into the park."),
      PointOfInterest(
        "The Station", .shop, "Joshua Tree Village", 34.135, -116.311,
        "A gift shop in a former filling station from the 1940s."),
    ])
}
