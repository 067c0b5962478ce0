// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let greatBarrierReef = Landmark(
    name: "Great Barrier Reef", nameInText: "the Great Barrier Reef", continent: .oceania,
    coordinate: Coordinate(latitude: -18.287, longitude: 147.699),
    searchRange: 480,
    shortDescription: "The largest coral reef system in the world",
    description: """
      The Great Barrier Reef stretches for about 2,300 kilometres along the coast of Queensland, Australia, with \
      nearly 3,000 single reefs and hundreds of islands. Boats leave from Cairns, Port Douglas, Townsville and Airlie \
      Beach for snorkelling and diving among corals, turtles and many hundreds of kinds of fish.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Shangri-La The Marina Cairns", .hotel, "Cairns", -16.918, 145.780,
        "A hotel on the boardwalk of the Cairns marina."),
      PointOfInterest(
        "Pullman Reef Hotel Casino", .hotel, "Cairns", -16.924, 145.779,
        "A hotel under a glass dome with a small wildlife zoo on its roof."),
      PointOfInterest(
        "Gilligan's Backpacker Hotel", .hotel, "Cairns", -16.922, 145.773,
        "A large hostel around a pool in the middle of Cairns."),
      PointOfInterest(
        "Sheraton Grand Mirage Port Douglas", .hotel, "Port Douglas", -16.503, 145.466,
        "A resort with salt-water lagoons beside Four Mile Beach."),
      PointOfInterest(
        "Lizard Island Resort", .hotel, "Lizard Island", -14.668, 145.450,
        "A remote resort on an island ringed by reef."),
      PointOfInterest(
        "Green Island Resort", .hotel, "Green Island", -16.760, 145.973,
        "Rooms in the rainforest of a small coral cay off Cairns."),
      PointOfInterest(
        "The Ville Resort-Casino", .hotel, "Townsville", -19.251, 146.824,
        "A waterfront hotel with a pool that faces Magnetic Island."),
      PointOfInterest(
        "Reef View Hotel", .hotel, "Hamilton Island", -20.346, 148.957,
        "A tall hotel above Catseye Beach in the Whitsundays."),
      PointOfInterest(
        "Daydream Island Resort", .hotel, "Whitsunday Islands", -20.256, 148.813,
        "An island resort with a living reef lagoon around it."),
      PointOfInterest(
        "Reefsleep at Hardy Reef", .campground, "Hardy Reef", -19.740, 149.180,
        "Beds under the stars on a pontoon moored at the outer reef."),
      PointOfInterest(
        "Whitehaven Beach Campground", .campground, "Whitsunday Islands", -20.289, 149.056,
        "A small bush camp at the southern end of the white beach."),
      PointOfInterest(
        "Lake Placid Tourist Park", .campground, "Cairns", -16.868, 145.674,
        "A campsite near the mouth of the Barron Gorge, north of Cairns."),
      PointOfInterest(
        "Fitzroy Island Campground", .campground, "Fitzroy Island", -16.931, 145.990,
        "Tent sites a few steps from a fringing reef."),
      PointOfInterest(
        "Dundee's on the Waterfront", .restaurant, "Cairns", -16.919, 145.780,
        "Seafood and native meats beside the marina."),
      PointOfInterest(
        "Prawn Star", .restaurant, "Cairns", -16.918, 145.781,
        "Fresh prawns and oysters on old trawlers tied to the quay."),
      PointOfInterest(
        "Ochre Restaurant", .restaurant, "Cairns", -16.919, 145.779,
        "Australian dishes with native ingredients on the waterfront."),
      PointOfInterest(
        "Salsa Bar & Grill", .restaurant, "Port Douglas", -16.483, 145.463,
        "A lively open-air restaurant on the main street's harbour end."),
      PointOfInterest(
        "On the Inlet", .restaurant, "Port Douglas", -16.484, 145.461,
        "Seafood on a deck where a large grouper is fed each evening."),
      PointOfInterest(
        "A Touch of Salt", .restaurant, "Townsville", -19.257, 146.820,
        "Modern Australian dining beside the creek."),
      PointOfInterest(
        "Fish D'vine", .restaurant, "Airlie Beach", -20.269, 148.718,
        "A seafood cafe that is also a bar with hundreds of rums."),
      PointOfInterest(
        "Caffiend", .cafe, "Cairns", -16.921, 145.774,
        "A laneway cafe for coffee and breakfast."),
      PointOfInterest(
        "Agincourt Reef", .sight, "Port Douglas", -16.040, 145.830,
        "A ribbon of reefs at the edge of the continental shelf."),
      PointOfInterest(
        "Low Isles", .sight, "Port Douglas", -16.384, 145.560,
        "A coral cay with a lighthouse of 1878 and easy snorkelling."),
      PointOfInterest(
        "Michaelmas Cay", .sight, "Cairns", -16.605, 145.972,
        "A sand cay where thousands of seabirds nest."),
      PointOfInterest(
        "Green Island National Park", .park, "Green Island", -16.759, 145.972,
        "A coral cay covered with rainforest, with reef close to the beach."),
      PointOfInterest(
        "Fitzroy Island Turtle Rehabilitation Centre", .museum, "Fitzroy Island", -16.932, 145.989,
        "Volunteers here nurse sick and injured sea turtles."),
      PointOfInterest(
        "Cod Hole", .sight, "Lizard Island", -14.665, 145.660,
        "A dive site on the ribbon reefs known for giant potato cod."),
      PointOfInterest(
        "Cairns Aquarium", .museum, "Cairns", -16.920, 145.774,
        "Tanks that follow the water from the rainforest to the reef."),
      PointOfInterest(
        "Cairns Esplanade Lagoon", .park, "Cairns", -16.919, 145.778,
        "A free salt-water swimming lagoon on the seafront."),
      PointOfInterest(
        "Four Mile Beach Lookout", .viewpoint, "Port Douglas", -16.484, 145.470,
        "A hilltop view along the whole of Four Mile Beach."),
      PointOfInterest(
        "Mossman Gorge", .park, "Daintree", -16.472, 145.331,
        "Granite pools in the rainforest on Kuku Yalanji land."),
      PointOfInterest(
        "Cape Tribulation", .viewpoint, "Daintree", -16.084, 145.485,
        "A beach where the oldest rainforest meets the reef's coast."),
      PointOfInterest(
        "SS Yongala", .sight, "Townsville", -19.305, 147.622,
        "A steamship sunk in 1911, now among the richest wreck dives anywhere."),
      PointOfInterest(
        "Museum of Underwater Art", .museum, "Townsville", -18.644, 147.303,
        "Sculptures under the water at John Brewer Reef."),
      PointOfInterest(
        "Castle Hill Lookout", .viewpoint, "Townsville", -19.257, 146.800,
        "A granite hill above Townsville with a view to Magnetic Island."),
      PointOfInterest(
        "Magnetic Island Forts Walk", .sight, "Magnetic Island", -19.131, 146.867,
        "A walk to wartime forts through trees where koalas sleep."),
      PointOfInterest(
        "Whitehaven Beach", .sight, "Whitsunday Islands", -20.283, 149.038,
        "Seven kilometres of nearly pure white silica sand."),
      PointOfInterest(
        "Hill Inlet Lookout", .viewpoint, "Whitsunday Islands", -20.254, 149.017,
        "A short path to a view of swirling sand and turquoise water."),
      PointOfInterest(
        "Heart Reef", .viewpoint, "Hardy Reef", -19.777, 149.218,
        "A small reef in the shape of a heart, seen from the air."),
      PointOfInterest(
        "Cairns Marlin Marina", .marina, "Cairns", -16.919, 145.781,
        "The harbour from which most day boats leave for the outer reef."),
      PointOfInterest(
        "Crystalbrook Superyacht Marina", .marina, "Port Douglas", -16.484, 145.459,
        "The marina of Port Douglas, for yachts and reef boats."),
      PointOfInterest(
        "Coral Sea Marina", .marina, "Airlie Beach", -20.264, 148.708,
        "A resort marina and gateway to the Whitsunday Islands."),
      PointOfInterest(
        "Cairns Night Markets", .shop, "Cairns", -16.919, 145.776,
        "Evening stalls for souvenirs and food behind the Esplanade."),
      PointOfInterest(
        "Port Douglas Sunday Market", .shop, "Port Douglas", -16.482, 145.462,
        "Local fruit, crafts and art under mango trees by the sea."),
    ])
}
