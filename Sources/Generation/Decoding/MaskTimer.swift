// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// Makes the masks of one answer, and counts what they cost.
struct MaskTimer {
  private(set) var count = 0
  private(set) var seconds = 0.0
  let trace: TraceRecorder?

  init(trace: TraceRecorder?) { self.trace = trace }

  /// The tokens that may come as token number `position` of the answer; nil for all.
  mutating func mask(_ output: OutputCollector, position: Int, remaining: Int) -> TokenMask? {
    guard output.isConstrained else { return nil }
    let start = ContinuousClock.now
    let mask = output.mask(remaining: remaining)
    count += 1
    seconds += (ContinuousClock.now - start) / .seconds(1)
    trace?.span(.masks, "mask", since: start, ["token": .number(JSONNumber(position))])
    return mask
  }
}
