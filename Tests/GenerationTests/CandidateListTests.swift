// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

/// Sorting and cutting in place, beside the standard library's sort.
@Suite struct CandidateListTests {
  private static func random(_ count: Int, _ source: inout RandomSource) -> [Candidate] {
    // Few different logits, so that many are equal and the ids decide.
    (0..<count).map { Candidate(id: Int32($0 * 7919 % max(1, count)), logit: Float(Int(source.unit() * 9)) - 4) }
  }

  private static func list(_ elements: [Candidate]) -> CandidateList {
    var list = CandidateList()
    for element in elements { list.append(element) }
    return list
  }

  @Test(arguments: [0, 1, 2, 3, 7, 80, 1000]) func sortsTheFirstElements(count: Int) {
    var source = RandomSource(seed: UInt64(count))
    for part in [count, count / 2, 0] {
      let elements = Self.random(count, &source)
      var list = Self.list(elements)
      list.sort(first: part)
      #expect(Array(list.elements[..<part]) == elements[..<part].sorted { $0.precedes($1) })
      #expect(Array(list.elements[part...]) == Array(elements[part...]))
    }
  }

  @Test(arguments: [0, 1, 5, 64]) func bringsTheBestForward(count: Int) {
    var source = RandomSource(seed: UInt64(count))
    for floor in stride(from: Float(-5), through: 5, by: 1) {
      let elements = Self.random(count, &source)
      var list = Self.list(elements)
      let end = list.bringForward(atLeast: floor)
      #expect(end == elements.count { $0.logit >= floor })
      #expect(list.elements[..<end].allSatisfy { $0.logit >= floor })
      #expect(list.elements.sorted { $0.precedes($1) } == elements.sorted { $0.precedes($1) })
      list.keep(atLeast: floor)
      #expect(list.count == end)
      list.keepFirst(3)
      #expect(list.count == min(3, end))
    }
  }
}
