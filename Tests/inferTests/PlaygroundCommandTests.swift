// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import infer

@Suite struct PlaygroundCommandTests {
  private func run(_ source: String, _ arguments: [String] = []) throws -> ExecutableTests.Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Ideas.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    return try ExecutableTests.run(["playground", file.path] + arguments)
  }

  private static let source = """
    import FoundationModels
    import Playgrounds

    @Generable
    struct Cat { @Guide(.range(0...20)) var age: Int }

    // #Playground is not one here.
    #Playground("Sums") {
      let cat = try Cat(GeneratedContent(json: #"{"age": 3}"#))
      cat.age + 1
    }

    #Playground {
      struct Failure: Error {}
      throw Failure()
    }
    """

  @Test func blocksRunInOrder() throws {
    let outcome = try run(Self.source)
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        Sums Ideas.swift:8
           9  cat = Cat(age: 3)
          10  cat.age + 1 = 4
        Playground Ideas.swift:13
              error: Failure()

        """, "\(outcome.errors)")
  }

  @Test func oneBlockIsChosen() throws {
    let outcome = try run(Self.source, ["--only", "Sums"])
    #expect(outcome.code == 0)
    #expect(!outcome.output.contains("Failure"))
    let none = try run(Self.source, ["--only", "Product"])
    #expect(none.code == 1)
    #expect(none.errors.contains("there are: 'Sums', line 13"))
  }

  @Test(arguments: [
    ("let x: Int = \"a\"", "does not compile"), ("let x = 1", "no #Playground"),
    ("import Playgrounds\n#Playground { fatalError(\"gone\") }", "ended by signal"),
  ])
  func failuresAreTold(source: String, message: String) throws {
    let outcome = try run(source)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func fileMustExist() throws {
    let outcome = try ExecutableTests.run(["playground", "/no/such.swift"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("cannot read '/no/such.swift'"))
  }

  @Test func places() {
    let source = "#Playground {\n}\n  #Playground(\"é\") {} #Playground {}"
    #expect(
      PlaygroundPlace.all(in: source) == [
        PlaygroundPlace(line: 1, column: 1), PlaygroundPlace(line: 3, column: 3), PlaygroundPlace(line: 3, column: 24),
      ])
  }

  @Test func savesAreSeen() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(FileVersion(path: file) == nil)
    try "a".write(toFile: file, atomically: true, encoding: .utf8)
    let first = FileVersion(path: file)
    try "bc".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(first != nil && FileVersion(path: file) != first)
  }
}
