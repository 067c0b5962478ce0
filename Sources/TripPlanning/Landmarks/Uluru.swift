// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  static let uluru = Landmark(
    name: "Uluru", continent: .oceania, coordinate: Coordinate(latitude: -25.344, longitude: 131.037),
    searchRange: 40,
    shortDescription: "The great red rock of the Anangu",
    description: """
      Uluru is a sandstone rock 348 metres high in the middle of Australia, sacred to the Anangu, who own and help to \
      run the national park around it. The rounded domes of Kata Tjuta stand to the west, and the resort town of \
      Yulara to the north has all places to stay.
      """,
    pointsOfInterest: [
      PointOfInterest(
        "Sails in the Desert", .hotel, "Yulara", -25.238, 130.986,
        "A hotel with white shade sails over its roofs and pool."),
      PointOfInterest(
        "Desert Gardens Hotel", .hotel, "Yulara", -25.243, 130.988,
        "A hotel among gum trees with some rooms that see the rock."),
      PointOfInterest(
        "Emu Walk Apartments", .hotel, "Yulara", -25.241, 130.985,
        "Apartments with kitchens beside the town square."),
      PointOfInterest(
        "The Lost Camel Hotel", .hotel, "Yulara", -25.2405, 130.9855,
        "A compact hotel around a pool next to the shops."),
      PointOfInterest(
        "Outback Hotel & Lodge", .hotel, "Yulara", -25.237, 130.990,
        "Simple rooms and dormitories with a lively outback bar."),
      PointOfInterest(
        "Longitude 131", .hotel, "Yulara", -25.252, 131.016,
        "A small camp of comfortable tents, each facing the rock."),
      PointOfInterest(
        "Ayers Rock Campground", .campground, "Yulara", -25.235, 130.988,
        "The only campground near the park, with a pool and shady lawns."),
      PointOfInterest(
        "Ilkari Restaurant", .restaurant, "Yulara", -25.238, 130.9855,
        "A buffet with native ingredients in Sails in the Desert."),
      PointOfInterest(
        "Arnguli Grill & Restaurant", .restaurant, "Yulara", -25.243, 130.9885,
        "Grilled food with native herbs in Desert Gardens."),
      PointOfInterest(
        "Gecko's Cafe", .restaurant, "Yulara", -25.240, 130.984,
        "Pizza and pasta on the town square."),
      PointOfInterest(
        "Outback BBQ & Bar", .restaurant, "Yulara", -25.237, 130.9905,
        "A bar where guests cook their own meat, with live music."),
      PointOfInterest(
        "Walpa Lobby Bar", .restaurant, "Yulara", -25.2385, 130.986,
        "Light meals and drinks in the lobby of Sails in the Desert."),
      PointOfInterest(
        "Tali Wiru", .restaurant, "Yulara", -25.262, 131.005,
        "A seasonal dinner of four courses on a dune under the stars."),
      PointOfInterest(
        "Kulata Academy Cafe", .cafe, "Yulara", -25.240, 130.9835,
        "A cafe where young Indigenous trainees learn hospitality."),
      PointOfInterest(
        "Ininti Cafe", .cafe, "Uluru Cultural Centre", -25.353, 131.024,
        "A cafe and souvenir shop in the cultural centre of the park."),
      PointOfInterest(
        "Uluru-Kata Tjuta Cultural Centre", .museum, "Uluru Cultural Centre", -25.353, 131.0245,
        "Curved mud-brick buildings that introduce Anangu law and culture."),
      PointOfInterest(
        "Mala Walk", .sight, "Uluru Base", -25.339, 131.018,
        "An easy path past caves and rock art to Kantju Gorge."),
      PointOfInterest(
        "Kantju Gorge", .sight, "Uluru Base", -25.336, 131.022,
        "A sheer-walled gorge with a waterhole, glowing late in the day."),
      PointOfInterest(
        "Kuniya Walk", .sight, "Uluru Base", -25.352, 131.035,
        "A short path whose story tells of a woma python woman."),
      PointOfInterest(
        "Mutitjulu Waterhole", .sight, "Uluru Base", -25.3505, 131.0355,
        "One of the few lasting pools at the foot of the rock."),
      PointOfInterest(
        "Uluru Base Walk", .sight, "Uluru Base", -25.346, 131.019,
        "A level path of about ten kilometres all the way around the rock."),
      PointOfInterest(
        "Lungkata Walk", .sight, "Uluru Base", -25.350, 131.022,
        "A section of the base path with the story of the blue-tongue lizard man."),
      PointOfInterest(
        "Talinguru Nyakunytjaku", .viewpoint, "Uluru East", -25.364, 131.063,
        "A dune-top viewing area for sunrise over both rocks."),
      PointOfInterest(
        "Uluru Sunset Viewing Area", .viewpoint, "Uluru West", -25.331, 131.005,
        "A car park from which the rock's changing colours are watched."),
      PointOfInterest(
        "Kata Tjuta Dune Viewing Area", .viewpoint, "Kata Tjuta", -25.356, 130.790,
        "A boardwalk on a dune with a view of both groups of rocks."),
      PointOfInterest(
        "Walpa Gorge", .sight, "Kata Tjuta", -25.302, 130.722,
        "A rocky track between two of the tallest domes."),
      PointOfInterest(
        "Valley of the Winds", .sight, "Kata Tjuta", -25.293, 130.742,
        "A hilly circuit among the domes, with two lookouts."),
      PointOfInterest(
        "Karu Lookout", .viewpoint, "Kata Tjuta", -25.296, 130.739,
        "The first lookout on the Valley of the Winds path."),
      PointOfInterest(
        "Kata Tjuta Sunset Viewing Area", .viewpoint, "Kata Tjuta", -25.304, 130.705,
        "A picnic place west of the domes for the last light."),
      PointOfInterest(
        "Field of Light", .sight, "Yulara", -25.258, 130.999,
        "An artwork by Bruce Munro of 50,000 glass stems that glow at night."),
      PointOfInterest(
        "Wintjiri Wiru", .sight, "Yulara", -25.261, 131.002,
        "An evening show of drones and light that tells a part of the Mala story."),
      PointOfInterest(
        "Gallery of Central Australia", .museum, "Yulara", -25.2425, 130.987,
        "A gallery for artists of the central deserts."),
      PointOfInterest(
        "Imalung Lookout", .viewpoint, "Yulara", -25.240, 130.988,
        "A dune inside the resort with a view of the rock."),
      PointOfInterest(
        "Uluru Camel Farm", .sight, "Yulara", -25.255, 130.980,
        "A farm that leads camel rides over the dunes at dawn and dusk."),
      PointOfInterest(
        "Maruku Arts", .shop, "Uluru Cultural Centre", -25.3532, 131.0242,
        "An Anangu-owned shop for carved wood and paintings."),
      PointOfInterest(
        "Resort Town Square", .shop, "Yulara", -25.2402, 130.9845,
        "Shops, a supermarket and free cultural talks on the lawn."),
    ])
}
