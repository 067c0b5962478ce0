// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlaygroundSymbols
import Playgrounds
import Testing

private struct Failure: Error {}

private func fail() throws { throw Failure() }

@discardableResult private func same<Value>(_ value: Value) -> Value { value }

#Playground("values") {
  let (a, b) = (1, "two")
  var list = [a]
  list.append(3)
  list += [4]
  same(b.count)
  for item in list where item > 1 { same(item * 10) }
  if let last = list.last, last == 4 { same("end") } else { same("never") }
  switch list.count {
  case 3: same("one")
  default: same("other")
  }
  _ = 5
  print("", terminator: "")
}

#Playground {
  let before = await Task { 7 }.value
  same(before)
  try fail()
  same("never")
}

/// Blocks of this file, as a program that loaded it would find them.
@MainActor @Suite struct PlaygroundTests {
  private func block(line: Int) throws -> PlaygroundBlock {
    let symbol = PlaygroundSymbol(file: "PlaygroundsTests/PlaygroundTests.swift", line: line, column: 1)
    let address = try #require(dlsym(nil, symbol.name), "no symbol \(symbol.name)")
    let make = unsafeBitCast(address, to: (@convention(c) () -> UnsafeMutableRawPointer).self)
    return PlaygroundBlock.take(make())
  }

  @Test func linesTellTheirValues() async throws {
    let block = try block(line: 13)
    #expect(block.name == "values")
    #expect(block.line == 13)
    var lines: [String] = []
    try await block.run(reportingTo: PlaygroundLog { lines.append("\($0.line) \($0.label) = \($0.text)") })
    #expect(
      lines == [
        "14 a = 1", "14 b = \"two\"", "15 list = [1]", "17 list = [1, 3, 4]", "18 same(b.count) = 3", "19 item = 3",
        "19 same(item * 10) = 30", "19 item = 4", "19 same(item * 10) = 40", "20 last = 4",
        "20 same(\"end\") = \"end\"", "22 same(\"one\") = \"one\"",
      ])
  }

  @Test func errorsEndTheBlock() async throws {
    let block = try block(line: 29)
    var lines: [Int] = []
    await #expect(throws: Failure.self) { try await block.run(reportingTo: PlaygroundLog { lines.append($0.line) }) }
    #expect(lines == [30, 31])
  }
}
