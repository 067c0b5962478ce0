// SPDX-License-Identifier: Apache-2.0

/// What kind of place a point of interest is; the tool that searches for places takes one of these.
public enum PlaceCategory: String, CaseIterable, Sendable, Hashable {
  case campground
  case hotel
  case cafe
  case restaurant
  case museum
  case marina
  case nationalMonument
  case park
  case viewpoint
  case sight
  case shop
}
