// SPDX-License-Identifier: Apache-2.0

/// Times repeated work.
enum Stopwatch {
  /// Seconds of each of `runs` runs, after one that is not counted.
  static func times(runs: Int, _ work: () -> Void) -> [Double] {
    work()
    let clock = ContinuousClock()
    return (0..<runs).map { _ in seconds(clock.measure(work)) }
  }

  /// Median seconds of runs that together last about `budget` seconds, three at least; of one run if that is far longer.
  static func median(budget: Double, _ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    work()
    let once = max(seconds(clock.measure(work)), 1e-7)
    if once > 4 * budget { return once }
    // Short work is repeated inside one timing, so that the clock itself does not count.
    let repetitions = max(1, Int(2e-3 / once))
    let runs = min(max(3, Int(budget / (once * Double(repetitions)))), 1001)
    let samples = (0..<runs).map { _ in
      seconds(clock.measure { for _ in 0..<repetitions { work() } }) / Double(repetitions)
    }
    return median(samples)
  }

  static func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (whole, fraction) = duration.components
    return Double(whole) + Double(fraction) * 1e-18
  }
}
