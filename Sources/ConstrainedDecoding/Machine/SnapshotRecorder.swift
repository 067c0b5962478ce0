// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Files accepted bytes under the captures that the machine reports.
struct SnapshotRecorder: Sendable {
  struct Event: Equatable {
    let label: Int
    let isEnd: Bool
    let offset: Int
  }
  private struct Element: Sendable {
    let label: Int
    var text: [UInt8] = []
    var json: JSONRecorder?
    var isComplete = false
  }
  private let labels: [CaptureLabel]
  private var elements: [Element] = []
  private var open: [Int] = []
  /// Accepted bytes that cannot be filed yet, since readings differ on where they belong.
  private var pending: [UInt8] = []
  private var pendingStart = 0

  init(labels: [CaptureLabel]) { self.labels = labels }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { pending.append(contentsOf: bytes) }

  /// Files bytes on whose place all readings agree, with no events among them.
  mutating func append(settled bytes: UnsafeBufferPointer<UInt8>) {
    guard pending.isEmpty else {
      append(bytes)
      return file(upTo: pendingStart + pending.count)
    }
    for index in open {
      if elements[index].json != nil {
        elements[index].json?.append(bytes)
      } else {
        elements[index].text.append(contentsOf: bytes)
      }
    }
    pendingStart += bytes.count
  }

  /// Files everything up to `end`: all readings agree on `events`, which are in order.
  mutating func settle(_ events: [Event], upTo end: Int) {
    for event in events {
      file(upTo: event.offset)
      if !event.isEnd {
        open.append(elements.count)
        let isJSON = labels[event.label].content == .json
        elements.append(Element(label: event.label, json: isJSON ? JSONRecorder() : nil))
      } else if let index = open.popLast() {
        elements[index].json?.finish()
        elements[index].isComplete = true
      }
    }
    file(upTo: end)
  }

  /// The text ends here.
  mutating func finish(_ events: [Event], upTo end: Int) {
    settle(events, upTo: end)
    while let index = open.popLast() {
      elements[index].json?.finish()
      elements[index].isComplete = true
    }
  }

  private mutating func file(upTo end: Int) {
    let count = min(max(end - pendingStart, 0), pending.count)
    guard count > 0 else { return }
    for index in open {
      if elements[index].json != nil {
        for byte in pending[..<count] { elements[index].json?.append(byte) }
      } else {
        elements[index].text.append(contentsOf: pending[..<count])
      }
    }
    pending.removeFirst(count)
    pendingStart += count
  }

  var snapshot: [PartialElement] { elements.map(element) }

  /// The JSON value begun last.
  var lastJSON: PartialJSON? { elements.last { $0.json != nil }?.json?.snapshot }

  private func element(_ element: Element) -> PartialElement {
    let content: PartialElement.Content =
      if let json = element.json { .json(json.snapshot) } else { .text(JSONRecorder.text(element.text)) }
    return PartialElement(name: labels[element.label].name, content: content, isComplete: element.isComplete)
  }
}
