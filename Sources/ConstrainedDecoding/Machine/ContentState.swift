// SPDX-License-Identifier: Apache-2.0

/// What is remembered of an open container that must differ from others, or that is part of such: its parts so far.
///
/// Kept as two records that the `extra` of its head or frame leads to, with the container's other state below them.
struct ContentState: BitwiseCopyable {
  /// The container's other state: `MemberState`, `ItemState` or keys; -1 for none.
  var inner: Int32
  /// Records of its parts, the last first; -1 for none.
  var parts: Int32 = -1
  /// Records of what the present value, or the present additional key, must differ from; -1 for none.
  var differing: Int32 = -1
  /// Hash of the present key.
  var key: UInt64 = 0

  init(_ extra: Int32, _ work: borrowing Workspace) {
    inner = extra
    guard extra >= 0 else { return }
    let record = work.frames[Int(extra)]
    guard record.node == Frame.content else { return }
    inner = record.parent
    let rest = work.frames[Int(record.extra)]
    parts = rest.parent
    differing = rest.extra
    key = rest.value
  }

  /// The container's other state alone.
  @inline(__always)
  static func inner(_ extra: Int32, _ work: borrowing Workspace) -> Int32 {
    guard extra >= 0, work.frames[Int(extra)].node == Frame.content else { return extra }
    return work.frames[Int(extra)].parent
  }

  func push(_ work: inout Workspace) -> Int32 {
    if parts < 0, differing < 0, key == 0 { return inner }
    var rest = Frame(parent: parts, node: Frame.contentRest)
    rest.extra = differing
    rest.value = key
    let index = work.push(rest)
    var record = Frame(parent: inner, node: Frame.content)
    record.extra = index
    return work.push(record)
  }
}
