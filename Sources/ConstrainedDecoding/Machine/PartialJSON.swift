// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A JSON value while it is being written.
package struct PartialJSON: Sendable, Hashable {
  /// One step from a container to a member or item.
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }
  /// What is there so far: open containers closed, an unfinished string as far as it goes, unfinished numbers, literals and
  /// keys left out. Nil where nothing can be shown yet.
  package let value: JSONValue?
  package let isComplete: Bool
  /// Where the string stands that is still being written; nil where none is.
  package let unfinished: [Step]?

  package init(value: JSONValue?, isComplete: Bool, unfinished: [Step]? = nil) {
    self.value = value
    self.isComplete = isComplete
    self.unfinished = unfinished
  }
}

/// A labelled part of a grammar as it has been written.
package struct PartialElement: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case text(String)
    case json(PartialJSON)
  }
  package let name: String
  package let content: Content
  package let isComplete: Bool
}
