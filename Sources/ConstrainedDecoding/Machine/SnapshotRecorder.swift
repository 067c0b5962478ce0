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
    /// Bytes of the whole text before it.
    let start: Int
    var text: [UInt8] = []
    var json: JSONRecorder?
    var isComplete = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ places: UnsafePointer<JSONPlace>) {
      if json != nil { json?.append(bytes, places) } else { text.append(contentsOf: bytes) }
    }

    mutating func finish() {
      json?.finish()
      isComplete = true
    }
  }
  private let labels: [CaptureLabel]
  private var elements: [Element] = []
  private var open: [Int] = []
  /// Accepted bytes that cannot be filed yet, since readings differ on where they belong, and their places.
  private var pending: [UInt8] = []
  private var pendingPlaces: [JSONPlace] = []
  private var pendingStart = 0
  /// Places in JSON that begins elsewhere than that of `pendingPlaces`.
  private var otherPlaces: [ReadingPlace] = []

  init(labels: [CaptureLabel]) { self.labels = labels }

  /// Whether there is anything to record.
  var isActive: Bool { !labels.isEmpty }

  /// Steps of work that the JSON has taken so far.
  var steps: Int { elements.reduce(0) { $0 + ($1.json?.steps ?? 0) } }

  /// Where the JSON begins that is being written, as far as is settled.
  var openStart: Int? { open.last.flatMap { elements[$0].json == nil ? nil : elements[$0].start } }

  func isJSON(_ label: Int) -> Bool { labels[label].content == .json }

  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ places: UnsafePointer<JSONPlace>, _ others: [ReadingPlace]
  ) {
    pending.append(contentsOf: bytes)
    pendingPlaces.append(contentsOf: UnsafeBufferPointer(start: places, count: bytes.count))
    otherPlaces += others
  }

  /// Files bytes on whose place all readings agree, with no events among them.
  mutating func append(settled bytes: UnsafeBufferPointer<UInt8>, _ places: UnsafePointer<JSONPlace>) {
    guard pending.isEmpty else {
      append(bytes, places, [])
      return file(upTo: pendingStart + pending.count)
    }
    for index in open { elements[index].append(bytes, places) }
    pendingStart += bytes.count
  }

  /// Files everything up to `end`: all readings agree on `events`, which are in order.
  mutating func settle(_ events: [Event], upTo end: Int) {
    for event in events {
      file(upTo: event.offset)
      if !event.isEnd {
        open.append(elements.count)
        elements.append(
          Element(label: event.label, start: event.offset, json: isJSON(event.label) ? JSONRecorder() : nil))
      } else if let index = open.popLast() {
        elements[index].finish()
      }
    }
    file(upTo: end)
  }

  /// The text ends here.
  mutating func finish(_ events: [Event], upTo end: Int) {
    settle(events, upTo: end)
    while let index = open.popLast() { elements[index].finish() }
  }

  private mutating func file(upTo end: Int) {
    let count = min(max(end - pendingStart, 0), pending.count)
    guard count > 0 else { return }
    for index in open {
      let places = places(forJSONAt: elements[index].start)
      let bytes = pending
      bytes.withUnsafeBufferPointer { bytes in
        places.withUnsafeBufferPointer { places in
          elements[index].append(UnsafeBufferPointer(rebasing: bytes[..<count]), places.baseAddress!)
        }
      }
    }
    pending.removeFirst(count)
    pendingPlaces.removeFirst(count)
    pendingStart += count
    if !otherPlaces.isEmpty { otherPlaces.removeAll { $0.offset < pendingStart } }
  }

  /// The places after the pending bytes, for readings for which JSON begins at `start`.
  private func places(forJSONAt start: Int) -> [JSONPlace] {
    guard !otherPlaces.isEmpty else { return pendingPlaces }
    var places = pendingPlaces
    for other in otherPlaces where other.start == start { places[other.offset - pendingStart] = other.place }
    return places
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

/// The place, after the byte at `offset`, of readings for which JSON begins at `start`.
struct ReadingPlace: Sendable, Equatable {
  var offset: Int
  var start: Int
  var place: JSONPlace
}
