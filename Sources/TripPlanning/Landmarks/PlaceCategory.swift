// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// What kind of place a point of interest is; the tool that searches for places takes one of these.
@Generable
public enum PlaceCategory: String, CaseIterable, Sendable, Hashable, Codable {
  case campground
  case hotel
  case cafe
  case museum
  case marina
  case restaurant
  case nationalMonument
  case park
  case viewpoint
  case sight
  case shop

  /// The words for one place of this kind in running text.
  public var displayName: String {
    self == .nationalMonument ? "national monument" : rawValue
  }

  /// What a stop at such a place is for.
  public var activityKind: Activity.Kind {
    switch self {
    case .campground, .hotel: .hotelAndLodging
    case .cafe, .restaurant: .foodAndDining
    case .shop: .shopping
    case .museum, .marina, .nationalMonument, .park, .viewpoint, .sight: .sightseeing
    }
  }
}
