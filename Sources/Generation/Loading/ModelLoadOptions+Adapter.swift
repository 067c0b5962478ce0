// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import TransformerRuntime

extension ModelLoadOptions {
  /// Opens the adapter, and checks that it was trained on a model of that kind.
  ///
  /// - Returns: nil where none is asked for.
  /// - Throws: `ModelLoadError` with the adapter's path.
  func loadAdapter(for file: GGUFFile) throws(ModelLoadError) -> AdapterFile? {
    guard let adapter else { return nil }
    let opened = try AdapterFile(path: adapter)
    do throws(ModelError) {
      try TransformerModel.check(opened, fits: file)
    } catch {
      throw ModelLoadError(.unsupported, path: adapter, reason: "\(error)")
    }
    return opened
  }
}

extension AdapterFile {
  /// Opens and checks an adapter.
  ///
  /// - Throws: `ModelLoadError` with the path.
  package convenience init(path: String) throws(ModelLoadError) {
    let file: GGUFFile
    do throws(GGUFError) {
      file = try GGUFFile(path: path)
    } catch {
      throw ModelLoadError(error, path: path)
    }
    do throws(ModelError) {
      try self.init(file)
    } catch {
      throw ModelLoadError(.unsupported, path: path, reason: "\(error)")
    }
  }
}
