// SPDX-License-Identifier: Apache-2.0

/// Lines of coordinates packed as printable text: differences of hundred-thousandths of a degree, in groups of five bits
/// from the lowest, each as a character from `?` on. Latitude comes before longitude.
enum MapPolyline {
  /// The coordinates in a text; nil where it is cut off or holds other characters.
  static func decode(_ text: Substring) -> [Coordinate]? {
    var coordinates: [Coordinate] = []
    var latitude = 0
    var longitude = 0
    var bytes = text.utf8.makeIterator()
    while true {
      guard let first = bytes.next() else { return coordinates }
      guard let northward = number(first, &bytes), let next = bytes.next(), let eastward = number(next, &bytes) else {
        return nil
      }
      latitude += northward
      longitude += eastward
      coordinates.append(Coordinate(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5))
    }
  }

  private static func number(_ first: UInt8, _ rest: inout Substring.UTF8View.Iterator) -> Int? {
    var byte = first
    var value = 0
    var shift = 0
    while true {
      guard (63...126).contains(byte), shift <= 30 else { return nil }
      let bits = Int(byte) - 63
      value |= (bits & 0x1F) << shift
      shift += 5
      if bits < 0x20 { break }
      guard let next = rest.next() else { return nil }
      byte = next
    }
    return value & 1 == 1 ? ~(value >> 1) : value >> 1
  }
}
