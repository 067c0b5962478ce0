// SPDX-License-Identifier: Apache-2.0

public struct MKPointOfInterestCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let airport = Self(rawValue: "airport")
  public static let amusementPark = Self(rawValue: "amusementPark")
  public static let aquarium = Self(rawValue: "aquarium")
  public static let bakery = Self(rawValue: "bakery")
  public static let beach = Self(rawValue: "beach")
  public static let cafe = Self(rawValue: "cafe")
  public static let campground = Self(rawValue: "campground")
  public static let hotel = Self(rawValue: "hotel")
  public static let library = Self(rawValue: "library")
  public static let marina = Self(rawValue: "marina")
  public static let museum = Self(rawValue: "museum")
  public static let nationalMonument = Self(rawValue: "nationalMonument")
  public static let nationalPark = Self(rawValue: "nationalPark")
  public static let nightlife = Self(rawValue: "nightlife")
  public static let park = Self(rawValue: "park")
  public static let restaurant = Self(rawValue: "restaurant")
  public static let store = Self(rawValue: "store")
  public static let theater = Self(rawValue: "theater")
  public static let winery = Self(rawValue: "winery")
  public static let zoo = Self(rawValue: "zoo")
}

public final class MKPointOfInterestFilter: Sendable {
  public let categories: [MKPointOfInterestCategory]
  public init(including categories: [MKPointOfInterestCategory]) { self.categories = categories }
}

public final class MKMapItem: Identifiable {
  public var name: String?
  public var phoneNumber: String?
  public var url: URL?
  public var pointOfInterestCategory: MKPointOfInterestCategory?
  public var location = CLLocation(latitude: 0, longitude: 0)
  public init() {}
}

public final class MKLocalSearch {
  public final class Request {
    public var naturalLanguageQuery: String?
    public var pointOfInterestFilter: MKPointOfInterestFilter?
    public var region = MKCoordinateRegion(
      center: CLLocationCoordinate2D(), latitudinalMeters: 0, longitudinalMeters: 0)
    public init() {}
  }

  public final class Response {
    public let mapItems: [MKMapItem] = []
    init() {}
  }

  public init(request: Request) {}

  /// Finds nothing: there are no maps here.
  public func start() async throws -> Response { Response() }
}
