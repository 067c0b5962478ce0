// SPDX-License-Identifier: Apache-2.0

/// A kind of case: how its files are told, and how its cases are run.
protocol CaseKind: SendableMetatype {
  /// As the table names it.
  static var name: String { get }

  /// Nil where the file holds something else.
  init?(_ file: CaseFile)

  /// Runs every case of the file.
  func run(_ context: SuiteContext, report: (_ name: String, _ verdict: CaseVerdict) -> Void)
}

/// What cases need beside their own file.
struct SuiteContext {
  let folder: CaseFolder
  /// This program, for cases that run in a process of their own.
  let program: String
}

/// The kinds there are; the first that takes a file has it.
let caseKinds: [any CaseKind.Type] = [
  BlockCases.self, TinyModelCases.self, ContainerCases.self, HostileModelCases.self, SplitModelCases.self,
  TemplateCases.self, RealModelCases.self, SchemaCases.self, SchemaProbeCases.self, VocabularyCases.self,
]
