// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Why saved trips cannot be read or written.
public struct TripStorageError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
  public enum Kind: Sendable, Equatable {
    /// The file cannot be opened, or is no database of trips.
    case unusable
    /// The database says no: it is locked, full or read-only.
    case refused
    /// It was written by a newer program.
    case newer(version: Int)
    /// There is no trip with this number.
    case unknownTrip(Int64)
    /// A saved trip cannot be read.
    case damagedTrip(Int64)
  }

  public var kind: Kind
  public var file: String
  public var cause: String

  public var description: String {
    switch kind {
    case .unusable: "saved trips cannot be opened: \(cause) (\(file))"
    case .refused: "saved trips cannot be changed or read: \(cause) (\(file))"
    case .newer(let version): "saved trips were written by a newer version (\(version)) of this program (\(file))"
    case .unknownTrip(let number): "there is no saved trip \(number)"
    case .damagedTrip(let number): "saved trip \(number) cannot be read: \(cause) (\(file))"
    }
  }

  public var errorDescription: String? { description }
}
