/// A place that a trip can go to.
struct Landmark {
  var name: String
  var description: String

  static let all = [
    Landmark(name: "Mount Fuji", description: "Japan's highest mountain, seen from lakes and old post towns."),
    Landmark(name: "Joshua Tree", description: "A desert of granite domes and the trees that gave it its name."),
  ]
}
