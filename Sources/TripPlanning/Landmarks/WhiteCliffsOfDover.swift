// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let whiteCliffsOfDover = Landmark(
    name: "White Cliffs of Dover", nameInText: "the White Cliffs of Dover", continent: .europe,
    coordinate: Coordinate(latitude: 51.134, longitude: 1.357),
    shortDescription: "Chalk cliffs that face France across the sea",
    description: """
      The White Cliffs of Dover are chalk cliffs up to 110 metres high on the coast of Kent in England, at the \
      narrowest part of the English Channel. Paths along the top pass a lighthouse, wartime tunnels and a great \
      castle, and on clear days the coast of France can be seen.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Best Western Premier Dover Marina Hotel", .hotel, "Dover", 51.123, 1.317,
        "A curved seafront terrace facing the harbour, with a spa."),
      PointOfInterest(
        "Wallett's Court", .hotel, "West Cliffe", 51.158, 1.351,
        "A country house hotel with old roots, inland from St Margaret's."),
      PointOfInterest(
        "The Marquis of Granby", .hotel, "Alkham", 51.136, 1.223,
        "Rooms and dining in a village inn in the Alkham Valley."),
      PointOfInterest(
        "The Rose", .hotel, "Deal", 51.223, 1.403,
        "A small revived inn with colourful rooms in the old town of Deal."),
      PointOfInterest(
        "The Royal Hotel", .hotel, "Deal", 51.223, 1.405,
        "A seafront hotel of the Georgian age that stands on the beach."),
      PointOfInterest(
        "The Bell Hotel", .hotel, "Sandwich", 51.275, 1.341,
        "A riverside hotel beside the old toll bridge of Sandwich."),
      PointOfInterest(
        "Hawthorn Farm", .campground, "Martin Mill", 51.167, 1.346,
        "A wooded holiday park with pitches, near the railway station of Martin Mill."),
      PointOfInterest(
        "Black Horse Farm Campsite", .campground, "Densole", 51.132, 1.142,
        "A quiet club campsite on the downs behind Folkestone."),
      PointOfInterest(
        "The Coastguard", .restaurant, "St Margaret's Bay", 51.150, 1.386,
        "A pub and restaurant on the beach, at one of the nearest points to France."),
      PointOfInterest(
        "Cullins Yard", .restaurant, "Dover", 51.121, 1.311,
        "A harbour-side bistro full of nautical things, with beers of its own."),
      PointOfInterest(
        "Rocksalt", .restaurant, "Folkestone", 51.080, 1.187,
        "A seafood restaurant whose terrace hangs over Folkestone harbour."),
      PointOfInterest(
        "The Frog and Scot", .restaurant, "Deal", 51.223, 1.402,
        "A relaxed bistro on the high street of Deal."),
      PointOfInterest(
        "Middle Street Fish Bar", .restaurant, "Deal", 51.224, 1.403,
        "A traditional fish and chip shop close to the beach."),
      PointOfInterest(
        "Mrs Knott's Tearoom", .cafe, "South Foreland", 51.141, 1.371,
        "A vintage tearoom in the keepers' cottage of the lighthouse."),
      PointOfInterest(
        "The Pines Garden Tea Room", .cafe, "St Margaret's Bay", 51.149, 1.383,
        "Cakes and light lunches beside a sheltered garden."),
      PointOfInterest(
        "The Black Douglas Coffee House", .cafe, "Deal", 51.222, 1.405,
        "A small coffee house on the seafront."),
      PointOfInterest(
        "Langdon Cliffs", .viewpoint, "Dover", 51.132, 1.343,
        "Clifftop paths above the ferry port, where the walk along the cliffs begins."),
      PointOfInterest(
        "South Foreland Lighthouse", .sight, "South Foreland", 51.140, 1.371,
        "A Victorian lighthouse that was the first to show an electric light."),
      PointOfInterest(
        "Fan Bay Deep Shelter", .sight, "South Foreland", 51.137, 1.361,
        "Wartime tunnels in the chalk, with two older concrete sound mirrors."),
      PointOfInterest(
        "St Margaret's Bay Beach", .sight, "St Margaret's Bay", 51.150, 1.387,
        "A pebble beach below the cliffs, the usual start of Channel swims."),
      PointOfInterest(
        "Dover Castle", .nationalMonument, "Dover", 51.130, 1.321,
        "A vast medieval castle with a Roman lighthouse and secret wartime tunnels."),
      PointOfInterest(
        "Western Heights", .viewpoint, "Dover", 51.122, 1.304,
        "Grass-grown forts of the Napoleonic age above the town."),
      PointOfInterest(
        "Dover Museum", .museum, "Dover", 51.126, 1.313,
        "A town museum that keeps a sea-going boat of the Bronze Age."),
      PointOfInterest(
        "Roman Painted House", .museum, "Dover", 51.127, 1.311,
        "The painted rooms of a Roman house built around the year 200."),
      PointOfInterest(
        "Samphire Hoe", .park, "Dover", 51.104, 1.275,
        "A nature reserve made of chalk that was dug out for the Channel Tunnel."),
      PointOfInterest(
        "Battle of Britain Memorial", .nationalMonument, "Capel-le-Ferne", 51.099, 1.208,
        "A clifftop memorial to the airmen of 1940."),
      PointOfInterest(
        "Kent Battle of Britain Museum", .museum, "Hawkinge", 51.114, 1.155,
        "A collection of aircraft and relics on a former fighter airfield."),
      PointOfInterest(
        "Walmer Castle and Gardens", .sight, "Walmer", 51.201, 1.402,
        "A Tudor coastal fort that became a home with fine gardens."),
      PointOfInterest(
        "Deal Castle", .sight, "Deal", 51.219, 1.404,
        "An artillery fort of Henry VIII, shaped like a rose."),
      PointOfInterest(
        "Deal Pier", .sight, "Deal", 51.224, 1.407,
        "A concrete pier of 1957 that reaches 300 metres out to sea."),
      PointOfInterest(
        "Betteshanger Country Park", .park, "Deal", 51.239, 1.367,
        "A park for cycling and walking on the site of a coal mine."),
      PointOfInterest(
        "Richborough Roman Fort", .nationalMonument, "Sandwich", 51.294, 1.332,
        "The walls of a fort at the place where the Romans landed in Britain."),
      PointOfInterest(
        "Folkestone Harbour Arm", .sight, "Folkestone", 51.078, 1.190,
        "A restored pier with a lighthouse and places to eat and drink."),
      PointOfInterest(
        "Dover Marina", .marina, "Dover", 51.119, 1.316,
        "The harbour for small boats on the western side of the port."),
      PointOfInterest(
        "The Old High Street", .shop, "Folkestone", 51.080, 1.184,
        "A steep, bright lane of small shops and studios in the creative quarter."),
      PointOfInterest(
        "St James Retail Park", .shop, "Dover", 51.126, 1.316,
        "Shops and a cinema between the castle hill and the seafront."),
    ])
}
