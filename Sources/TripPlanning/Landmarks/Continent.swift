// SPDX-License-Identifier: Apache-2.0

/// The seven continents, in the order in which lists of landmarks show them.
public enum Continent: String, CaseIterable, Sendable, Hashable, Codable {
  case northAmerica = "North America"
  case southAmerica = "South America"
  case europe = "Europe"
  case africa = "Africa"
  case asia = "Asia"
  case oceania = "Oceania"
  case antarctica = "Antarctica"
}
