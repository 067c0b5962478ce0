// SPDX-License-Identifier: Apache-2.0

/// The part of a trip that is written anew while the rest stays.
public enum PlanPart: Sendable, Hashable {
  /// A day, from 0.
  case day(Int)
  /// A stop of a day, both from 0.
  case stop(day: Int, index: Int)
  /// All days after those that are there: what is left of a plan that broke off.
  case rest
}
