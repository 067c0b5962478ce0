// SPDX-License-Identifier: Apache-2.0

extension Transcript {
  /// The entries, as the first releases of the API spelt it.
  @available(*, deprecated, message: "A transcript is a collection of its entries.")
  public var entries: [Entry] { storage }
}
