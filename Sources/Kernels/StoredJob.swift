// SPDX-License-Identifier: Apache-2.0

/// What every worker of a pool runs, kept from call to call, so that beginning it takes no memory and no references.
package final class StoredJob: @unchecked Sendable {
  // A constant, so that calling it takes no reference to what it captures.
  let body: (Worker) -> Void

  package init(_ body: @escaping (Worker) -> Void) { self.body = body }
}
