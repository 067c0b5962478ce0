// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

@Suite struct InstructionSetTests {
  @Test func choosesTheBestByItself() throws {
    #expect(try InstructionSet.select(nil).get() == InstructionSet.supported.last)
    #expect(try InstructionSet.select("").get() == InstructionSet.supported.last)
  }

  @Test(arguments: InstructionSet.supported)
  func followsANameTheProcessorHas(set: InstructionSet) throws {
    #expect(try InstructionSet.select(set.rawValue).get() == set)
  }

  @Test func refusesAnUnknownName() {
    let error = InstructionSetError(kind: .unknown, name: "AVX9")
    #expect(InstructionSet.select("AVX9") == .failure(error))
    #expect(error.description.hasPrefix("INFER_ISA: no instruction set is named 'AVX9'; this processor runs portable"))
  }

  @Test func refusesWhatTheProcessorLacks() {
    for set in InstructionSet.allCases where !InstructionSet.supported.contains(set) {
      #expect(InstructionSet.select(set.rawValue) == .failure(.init(kind: .unsupported, name: set.rawValue)))
    }
  }

  @Test func isOrderedBySpeed() {
    #expect(InstructionSet.portable < .avx2)
    #expect(InstructionSet.avx2 < .avx512)
    #expect(InstructionSet.supported.first == .portable)
  }
}
