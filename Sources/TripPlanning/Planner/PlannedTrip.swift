// SPDX-License-Identifier: Apache-2.0

/// A finished plan with the places behind its names.
public struct PlannedTrip: Sendable {
  public let landmark: Landmark
  public let itinerary: Itinerary
  /// For each day and activity of the itinerary its place.
  public let places: [[PointOfInterest]]
  /// The searches whose results the plan was made from.
  public let searches: [PlaceSearch]
}
