// SPDX-License-Identifier: Apache-2.0
import Foundation
import TripPlanning

/// A trip as it is kept.
public struct SavedTrip: Sendable, Equatable {
  /// Its number, from 1; numbers of deleted trips are not given again.
  public let id: Int64
  public let created: Date
  public let changed: Date
  public var document: TripDocument
}

/// What is kept of a trip.
public struct TripDocument: Sendable, Equatable, Codable {
  public var trip: PlannedTrip
  /// The date of the first day.
  public var start: TripDate?
  /// The model that wrote it.
  public var model: String?

  public init(trip: PlannedTrip, start: TripDate? = nil, model: String? = nil) {
    self.trip = trip
    self.start = start
    self.model = model
  }
}

/// A line of the list of saved trips.
public struct TripSummary: Sendable, Equatable {
  public let id: Int64
  public let title: String
  public let landmark: String
  public let dayCount: Int
  public let changed: Date
}
