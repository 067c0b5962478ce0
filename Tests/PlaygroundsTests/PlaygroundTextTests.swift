// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Playgrounds

@Suite struct PlaygroundTextTests {
  struct Point { var x = 1, y = 2 }
  struct Line { var from = Point(), to = Point(), label = "a rather long label, so that one line is not enough" }
  struct Wrapped: CustomPlaygroundDisplayConvertible { var playgroundDescription: Any { [1, 2] } }
  struct Endless: CustomPlaygroundDisplayConvertible { var playgroundDescription: Any { Endless() } }
  enum Choice { case none, some(Int), pair(Int, String) }
  final class Node { var next: Node? }

  @Test func values() {
    let cases: [(Any, String)] = [
      (1, "1"), ("a\"b", "\"a\"b\""), (true, "true"), (2.5, "2.5"), (Int?.none as Any, "nil"),
      (Int?.some(3) as Any, "3"),
      ([1, 2], "[1, 2]"), ([Int](), "[]"), (["a": 1], "[\"a\": 1]"), ([String: Int](), "[:]"),
      ((1, b: "x"), "(1, b: \"x\")"),
      (Point(), "Point(x: 1, y: 2)"), (Choice.none, "none"), (Choice.some(4), ".some(4)"),
      (Choice.pair(4, "x"), ".pair((4, \"x\"))"), (Wrapped(), "[1, 2]"),
      (
        Line(),
        "Line(\n  from: Point(x: 1, y: 2)\n  to: Point(x: 1, y: 2)\n"
          + "  label: \"a rather long label, so that one line is not enough\"\n)"
      ),
    ]
    for (value, text) in cases { #expect(PlaygroundText(value).text == text) }
  }

  @Test func largeValuesAreCut() {
    #expect(PlaygroundText(Array(1...100)).text.contains("… 80 more"))
    #expect(PlaygroundText(String(repeating: "x", count: 5_000)).text.count < 2_100)
  }

  /// A value that stands for itself, and one that holds itself, come to an end.
  @Test func endlessValues() {
    #expect(!PlaygroundText(Endless()).text.isEmpty)
    let node = Node()
    node.next = node
    #expect(PlaygroundText(node).text.contains("…"))
    node.next = nil
  }
}
