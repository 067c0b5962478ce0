// SPDX-License-Identifier: Apache-2.0
@testable import infer
import Testing

@Suite struct HelpTextTests {
  @Test func commandHelp() {
    #expect(
      HelpText.text(for: .show) == """
        Show what a model file holds; -v shows all of it.

        Usage:
          infer show [FILE] [options]

        Show:
          --json                        Print everything as one JSON object

        Model:
          -m, --model FILE              GGUF file, or a name from weights/manifest.json (default: INFER_MODEL, then the model found)

        General:
          -v, --verbose                 Print settings and timings to stderr
          -q, --quiet                   Print nothing but the answer and errors
          -co, --color auto|on|off      Colour: auto looks at the terminal and NO_COLOR
          -h, --help                    Print this help
          --version                     Print the version

        """)
  }

  @Test func overviewNamesEveryCommandAndExitCode() {
    for command in Command.all { #expect(HelpText.overview.contains("\n  \(command.name) ")) }
    for code in [0, 1, 2, 3, 4, 5, 6, 130] { #expect(HelpText.overview.contains("\(code) ")) }
  }

  @Test(arguments: Command.all)
  func everyOptionIsTold(_ command: Command) {
    let text = HelpText.text(for: command)
    for option in command.options { #expect(text.contains("  \(option.names.joined(separator: ", "))")) }
  }
}
