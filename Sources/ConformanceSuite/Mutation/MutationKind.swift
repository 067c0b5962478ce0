// SPDX-License-Identifier: Apache-2.0

/// A kind of input that a run spoils: where its originals come from, what is made of them, and what reads it.
protocol MutationKind: SendableMetatype {
  associatedtype Input

  /// As `--kind` names it.
  static var name: String { get }

  /// Reads the originals.
  ///
  /// - Throws: `SuiteError` where the corpus has none for this kind.
  init(_ corpus: MutationCorpus) throws

  /// Spoilt input: the same for the same numbers.
  func input(_ random: inout MutationRandom) -> Input

  /// Its size, to which memory is compared.
  func byteCount(_ input: Input) -> Int

  /// Takes the input as a user of the library would. Errors of ours are as good as success.
  ///
  /// - Throws: `SuiteError` for an answer that no input may have.
  func run(_ input: Input) throws

  /// The input as files, by the ends of their names.
  func files(_ input: Input) -> [(suffix: String, bytes: [UInt8])]
}

/// Where originals are found.
struct MutationCorpus {
  let folder: String
  let templateFolders: [String]
}

/// The kinds there are.
let mutationKinds: [any MutationKind.Type] = [ModelMutation.self, TemplateMutation.self, TokenizerMutation.self]
