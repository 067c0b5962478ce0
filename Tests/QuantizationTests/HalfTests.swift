// SPDX-License-Identifier: Apache-2.0
import Quantization
import Testing

@Suite struct HalfTests {
  @Test(
    arguments: [
      (0x0000, 0.0), (0x8000, -0.0), (0x3C00, 1.0), (0xC000, -2.0), (0x7BFF, 65504.0), (0x0400, 0x1p-14),
      (0x0001, 0x1p-24), (0x03FF, 0x3FFp-24), (0x7C00, .infinity), (0xFC00, -.infinity), (0x3555, 0x1.554p-2),
    ] as [(UInt16, Float)])
  func values(bits: UInt16, value: Float) {
    #expect(Half.float(bits).bitPattern == value.bitPattern)
    #expect(Half.bits(value) == bits)
  }

  @Test func everyPatternSurvivesTheRoundTrip() {
    for bits in UInt16.min...UInt16.max {
      let value = Half.float(bits)
      // A signalling NaN comes back quiet.
      let expected = value.isNaN ? bits | 0x200 : bits
      #expect(Half.bits(value) == expected)
    }
  }

  @Test func everyMidpointRoundsToEvenAndItsNeighboursToTheNearest() {
    for bits in UInt16(0)..<0x7BFF {
      let low = Half.float(bits)
      let middle = (low + Half.float(bits + 1)) / 2
      #expect(Half.bits(middle) == (bits & 1 == 0 ? bits : bits + 1))
      #expect(Half.bits(middle.nextDown) == bits)
      #expect(Half.bits(middle.nextUp) == bits + 1)
    }
  }

  @Test(
    arguments: [
      (65519.996, 0x7BFF), (65520, 0x7C00), (0x1p-25, 0x0000), (0x1.000002p-25, 0x0001), (-1e-30, 0x8000),
      (Float.greatestFiniteMagnitude, 0x7C00), (Float.leastNonzeroMagnitude, 0),
    ] as [(Float, UInt16)])
  func limits(value: Float, bits: UInt16) {
    #expect(Half.bits(value) == bits)
  }

  @Test(
    arguments: [
      (1.0, 0x3F80), (0x1.01p0, 0x3F80), (0x1.03p0, 0x3F82), (.infinity, 0x7F80),
      (Float.greatestFiniteMagnitude, 0x7F80), (-0.0, 0x8000),
    ] as [(Float, UInt16)])
  func brainFloatRounds(value: Float, bits: UInt16) {
    #expect(BrainFloat.bits(value) == bits)
  }

  @Test func everyBrainFloatSurvivesTheRoundTrip() {
    for bits in UInt16.min...UInt16.max {
      let value = BrainFloat.float(bits)
      #expect(BrainFloat.bits(value) == (value.isNaN ? bits | 0x40 : bits))
    }
  }
}
