// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import TransformerRuntime

extension ModelLoadOptions {
  /// These options for the model without the adapter.
  var withoutAdapter: ModelLoadOptions {
    var options = self
    options.adapter = nil
    return options
  }

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

  /// Checks the adapter, where there is one, against the model in every shape; loads neither.
  ///
  /// - Throws: `ModelLoadError` with the path of the file at fault.
  func checkAdapter(forModelAt path: String) throws(ModelLoadError) {
    guard let adapter else { return }
    let file: GGUFFile
    do throws(GGUFError) {
      file = try GGUFFile(path: path)
    } catch {
      throw ModelLoadError(error, path: path)
    }
    guard let opened = try loadAdapter(for: file) else { return }
    do throws(ModelError) {
      try TransformerModel.checkAll(opened, fits: file)
    } catch {
      throw ModelLoadError(.unsupported, path: error.subject.contains(".lora_") ? adapter : path, reason: "\(error)")
    }
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
