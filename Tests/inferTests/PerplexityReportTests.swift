// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import Kernels
import Testing

@testable import infer

@Suite struct PerplexityReportTests {
  @Test func oneTypeIsLlamaCppsLine() {
    var report = PerplexityReport(types: [.f16], windowLength: 512)
    report.add([[1, 2]])
    #expect(report.progress(1) == "[1]4.4817,")
    report.add([[3, 2]])
    #expect(report.progress(8) == "[8]7.3891,\n")
    #expect(report.text(afterProgress: true) == "\nFinal estimate: PPL = 7.3891 +/- 3.01657\n")
    #expect(report.text(afterProgress: false) == "Final estimate: PPL = 7.3891 +/- 3.01657\n")
    #expect(
      report.json(model: "m").text()
        == #"{"model":"m","n_ctx":512,"results":[{"cache_type":"f16","perplexity":7.389056,"standard_error":3.01657,"#
        + #""mean_nll":2,"tokens":4}]}"#)
  }

  /// The error of the difference is that of the tokens' differences, not of the figures.
  @Test func typesAreComparedTokenByToken() {
    var report = PerplexityReport(types: CacheType.allCases, windowLength: 64)
    report.add([[1, 2, 6], [1.01, 2.01, 6.01]])
    #expect(report.progress(2) == "[2]20.0855/20.2874,")
    let text = report.text(afterProgress: false)
    #expect(text.contains("Final estimate: f16: PPL = 20.0855") && text.contains("Final estimate: q8_0: PPL = 20.2874"))
    #expect(text.hasSuffix("q8_0 costs 1.0050 % +/- 0.0000 % beside f16\n"), "\(text)")
    #expect(report.json(model: "m").text().contains(#""ratio":1.01005,"ratio_standard_error":0"#))
  }
}
