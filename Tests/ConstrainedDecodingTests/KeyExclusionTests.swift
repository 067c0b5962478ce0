// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct KeyExclusionTests {
  @Test func sharesWhatIsEqual() throws {
    var exclusion = KeyExclusion()
    let any = try #require(try StringMatcher(nil, minimum: 0, maximum: nil))
    let list = exclusion.list(["a", "b"])
    #expect(exclusion.list(["a", "b"]) == list)
    // Canonically equivalent keys are different keys.
    #expect(exclusion.list(["\u{E9}"]) != exclusion.list(["e\u{301}"]))
    let first = try #require(try exclusion.excluding(list, from: any))
    let second = try #require(try exclusion.excluding(list, from: any))
    #expect(first === second)
    #expect(!first.accepts("a") && !first.accepts("b") && first.accepts("c") && first.accepts(""))
    let other = try #require(try exclusion.excluding(exclusion.list(["c"]), from: any))
    #expect(other.accepts("a") && !other.accepts("c"))
  }

  @Test func leavesWhatHasNoneOfTheKeys() throws {
    var exclusion = KeyExclusion()
    let algebra = StringAlgebra()
    let matcher = try #require(try StringMatcher(try algebra.set(of: ["x", "y"]), minimum: 0, maximum: nil))
    #expect(try exclusion.excluding(exclusion.list(["a"]), from: matcher) === matcher)
    #expect(try exclusion.excluding(exclusion.list(["x", "y"]), from: matcher) == nil)
  }
}
