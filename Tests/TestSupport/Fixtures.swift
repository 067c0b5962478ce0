// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A file or folder of `Tests/Fixtures`, such as `fixture("quantization/blocks.json")`.
package func fixture(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").appendingPathComponent(path)
}

/// The bytes of a fixture.
package func fixtureBytes(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: fixture(path)))
}

/// A fixture decoded from JSON.
package func fixtureJSON<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(contentsOf: fixture(path)))
}

/// The names, without extension and sorted, of the files of a fixture folder that end in `.suffix`.
package func fixtureNames(in folder: String, suffix: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: fixture(folder).path)
    .filter { $0.hasSuffix(".\(suffix)") }
    .map { String($0.dropLast(suffix.count + 1)) }
    .sorted()
}

/// Runs `body` with the path of an empty folder that is removed afterwards.
package func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
