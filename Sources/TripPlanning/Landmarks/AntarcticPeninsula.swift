// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let antarcticPeninsula = Landmark(
    name: "Antarctic Peninsula", nameInText: "the Antarctic Peninsula", continent: .antarctica,
    coordinate: Coordinate(latitude: -64.000, longitude: -60.500),
    searchRange: 450,
    shortDescription: "Ice, penguins and whales at the end of the world",
    description: """
      The Antarctic Peninsula is the northernmost arm of Antarctica and reaches toward South America. Visitors come by \
      ship in the southern summer and land by small boat among penguins, seals and glaciers. There are no towns: the \
      places to stop are bays, islands, old huts and research stations.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Hostería Estrella Polar", .hotel, "King George Island", -62.200, -58.962,
        "A small guest house at the Chilean settlement of Villa Las Estrellas."),
      PointOfInterest(
        "Damoy Point Camp", .campground, "Wiencke Island", -64.815, -63.508,
        "Snow slopes where ship passengers are allowed to camp for a night."),
      PointOfInterest(
        "Kerr Point Camp", .campground, "Errera Channel", -64.717, -62.634,
        "A landing on Rongé Island that is used for camping on the snow."),
      PointOfInterest(
        "Hovgaard Island Camp", .campground, "Penola Strait", -65.133, -64.067,
        "A domed snow island that expedition ships use for a night outside."),
      PointOfInterest(
        "Faraday Bar", .restaurant, "Argentine Islands", -65.2457, -64.2575,
        "A wood-panelled bar inside the Ukrainian Vernadsky station."),
      PointOfInterest(
        "Esperanza Base Casino", .cafe, "Hope Bay", -63.397, -56.997,
        "The common house of the Argentine base, where visitors are given a warm drink."),
      PointOfInterest(
        "Port Lockroy Museum", .museum, "Wiencke Island", -64.825, -63.494,
        "A British base of 1944 kept as it was, with the famous post office."),
      PointOfInterest(
        "Penguin Post Office Shop", .shop, "Wiencke Island", -64.8252, -63.4945,
        "A shop for stamps, maps and gifts at Port Lockroy."),
      PointOfInterest(
        "Damoy Hut", .museum, "Wiencke Island", -64.816, -63.510,
        "A blue hut of 1975 where people once waited for ski planes."),
      PointOfInterest(
        "Jougla Point", .sight, "Wiencke Island", -64.828, -63.492,
        "Nesting penguins beside a whale skeleton put together from bones."),
      PointOfInterest(
        "Dorian Bay Anchorage", .marina, "Wiencke Island", -64.813, -63.505,
        "A sheltered cove where sailing yachts like to lie."),
      PointOfInterest(
        "Neumayer Channel", .viewpoint, "Wiencke Island", -64.780, -63.400,
        "A winding channel between cliffs and glaciers."),
      PointOfInterest(
        "Neko Harbour", .sight, "Andvord Bay", -64.839, -62.532,
        "A landing on the mainland with gentoo penguins below a calving glacier."),
      PointOfInterest(
        "Paradise Harbour", .sight, "Paradise Harbour", -64.850, -62.900,
        "A still bay that mirrors mountains and hanging glaciers."),
      PointOfInterest(
        "Brown Station", .viewpoint, "Paradise Harbour", -64.895, -62.870,
        "An Argentine summer station below a hill with a wide view."),
      PointOfInterest(
        "González Videla Station", .museum, "Paradise Harbour", -64.824, -62.857,
        "A Chilean station among penguins, with a small museum."),
      PointOfInterest(
        "Cuverville Island", .sight, "Errera Channel", -64.683, -62.633,
        "One of the largest colonies of gentoo penguins in the region."),
      PointOfInterest(
        "Danco Island", .viewpoint, "Errera Channel", -64.733, -62.617,
        "An island where penguins climb long paths through the snow."),
      PointOfInterest(
        "Orne Harbour", .viewpoint, "Errera Channel", -64.622, -62.540,
        "A steep climb to a ridge where chinstrap penguins nest."),
      PointOfInterest(
        "Foyn Harbour", .sight, "Wilhelmina Bay", -64.546, -61.998,
        "A cove with the rusting wreck of a whaling ship that burned in 1915."),
      PointOfInterest(
        "Wilhelmina Bay", .sight, "Wilhelmina Bay", -64.633, -62.117,
        "A bay where humpback whales feed in late summer."),
      PointOfInterest(
        "Lemaire Channel", .viewpoint, "Lemaire Channel", -65.083, -63.967,
        "A narrow passage between steep peaks, often filled with ice."),
      PointOfInterest(
        "Port Charcot", .sight, "Lemaire Channel", -65.067, -64.033,
        "A bay where a French expedition spent the winter of 1904."),
      PointOfInterest(
        "Pléneau Island", .sight, "Lemaire Channel", -65.103, -64.060,
        "Shallow water in which drifting icebergs run aground."),
      PointOfInterest(
        "Petermann Island", .sight, "Penola Strait", -65.170, -64.140,
        "An island with Adélie and gentoo penguins and a refuge hut."),
      PointOfInterest(
        "Wordie House", .museum, "Argentine Islands", -65.251, -64.254,
        "A British hut of 1947, left with its stove and books."),
      PointOfInterest(
        "Palmer Station", .sight, "Anvers Island", -64.774, -64.053,
        "A research station of the United States that receives a few ships each year."),
      PointOfInterest(
        "Mikkelsen Harbour", .sight, "Trinity Island", -63.900, -60.783,
        "A bay with penguins, a small hut and the remains of whaling boats."),
      PointOfInterest(
        "Cierva Cove", .sight, "Hughes Bay", -64.150, -60.883,
        "A bay full of ice where leopard seals rest on the floes."),
      PointOfInterest(
        "Whalers Bay", .nationalMonument, "Deception Island", -62.979, -60.558,
        "Rusting tanks and boilers of a whaling station inside a volcano."),
      PointOfInterest(
        "Neptune's Window", .viewpoint, "Deception Island", -62.983, -60.545,
        "A gap in the crater wall that looks out to the open sea."),
      PointOfInterest(
        "Telefon Bay", .sight, "Deception Island", -62.928, -60.680,
        "Ash-coloured craters left by eruptions in the late 1960s."),
      PointOfInterest(
        "Hannah Point", .sight, "Livingston Island", -62.650, -60.617,
        "A rich shore with penguins, petrels and elephant seals."),
      PointOfInterest(
        "Half Moon Island", .sight, "Livingston Island", -62.596, -59.918,
        "A crescent of pebbles with chinstrap penguins and mountain views."),
      PointOfInterest(
        "Trinity Church", .sight, "King George Island", -62.197, -58.972,
        "A wooden Russian Orthodox church of 2004 beside Bellingshausen station."),
      PointOfInterest(
        "Hope Bay Stone Hut", .nationalMonument, "Hope Bay", -63.395, -56.998,
        "The rough shelter in which three Swedish explorers survived the winter of 1903."),
      PointOfInterest(
        "Brown Bluff", .sight, "Antarctic Sound", -63.533, -56.917,
        "A rust-coloured cliff with thousands of Adélie penguins on its beach."),
      PointOfInterest(
        "Paulet Island", .sight, "Antarctic Sound", -63.583, -55.783,
        "A round volcanic island with a very large colony of Adélie penguins."),
    ])
}
