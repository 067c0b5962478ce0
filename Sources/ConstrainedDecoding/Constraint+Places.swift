// SPDX-License-Identifier: Apache-2.0

// What the machine says of the bytes it takes, for snapshots.
extension Constraint {
  /// Reads `bytes`, as `Machine.advance` does, and says where in JSON each byte led.
  ///
  /// - Parameters:
  ///   - places: the place after each byte.
  ///   - others: the places of readings for which JSON begins elsewhere, where there are such.
  func advance(
    _ bytes: UnsafeBufferPointer<UInt8>, from range: Range<Int>, _ machine: inout Machine, _ work: inout Workspace,
    _ places: UnsafeMutablePointer<JSONPlace>, _ others: inout [ReadingPlace]
  ) -> Range<Int>? {
    var range = range
    let start = range.lowerBound
    for index in 0..<bytes.count {
      range = machine.read(bytes[index], from: range, &work)
      if range.isEmpty { return nil }
      range = work.lower(range, to: start)
      let head = work.heads[start]
      places[index] = head.place
      if range.count > 1, range.contains(where: { work.heads[$0].captures != head.captures }) {
        places[index] = place(in: range, at: machine.offset, work, &others)
      }
      machine.offset += 1
    }
    return range
  }

  /// The place of the readings in JSON of `range`, which differ on the captures; `others` takes those of further ones.
  @inline(never)
  private func place(
    in range: Range<Int>, at offset: Int, _ work: borrowing Workspace, _ others: inout [ReadingPlace]
  ) -> JSONPlace {
    var known: [ReadingPlace] = []
    for index in range {
      let head = work.heads[index]
      guard let start = startOfJSON(head, work), !known.contains(where: { $0.start == start }) else { continue }
      known.append(ReadingPlace(offset: offset, start: start, place: head.place))
    }
    others += known.dropFirst()
    return known.first?.place ?? .outside
  }

  /// Bytes before the JSON that `head` is in; nil where it is in none.
  private func startOfJSON(_ head: Head, _ work: borrowing Workspace) -> Int? {
    guard head.captures >= 0 else { return recorder.openStart }
    let record = work.frames[Int(head.captures)]
    guard record.node & 1 == 0, recorder.isJSON(Int(record.node >> 1)) else { return nil }
    return Int(record.value)
  }
}
