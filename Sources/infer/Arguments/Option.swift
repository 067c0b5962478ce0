// SPDX-License-Identifier: Apache-2.0

/// One option of the command line, as the tables declare it: parsing, help and suggestions all read this.
struct Option: Sendable {
  enum ID: String, Sendable {
    case help, version, verbose, quiet, color, json, trace, summary
    case model, lora, contextSize, threads, noRepack, cacheType, cacheTypeKeys, cacheTypeValues
    case prompt, promptFile, raw, systemPrompt, systemPromptFile, maximumTokens, stop, noStream, stream
    case jsonSchema, jsonSchemaFile, schema, document, grammar, grammarFile
    case seed, temperature, topK, topP, minP, repeatPenalty, repeatLastN
    case draftLookup
    case chunks, compareCache
    case conversation, singleTurn
    case days, travellers, pace, tripBudget, interests, diet, stepFree, note, places, at, range, about
    case regenerateDay, trip, save, start, format
    case port, host
    case only, once, swiftVersion, mainActor
    case ids, count, noBOS, noParseSpecial, special
    case templateFile, noGenerationPrompt
    case anyOrder, open, whitespace, allowUnenforced, instance, valueCount, budget
    case requantize, force
    case noMap, checkTensors, reference
    case promptTokens, generatedTokens, depth, repetitions, output, noWarmup
  }

  /// What follows the name.
  enum Form: Sendable {
    case flag
    case text(String)
    case integer(String, ClosedRange<Int>)
    /// A number that may be left out, and what it is then. It is taken for the value only where it is a number.
    case optionalInteger(String, ClosedRange<Int>, Int)
    case number(String, ClosedRange<Double>)
    case choice([String])
    /// A non-negative 64-bit number, or -1 for a seed drawn anew.
    case seed
    /// See `WhitespaceArgument`.
    case whitespace

    /// How help shows the value.
    var placeholder: String? {
      switch self {
      case .flag: nil
      case .text(let name), .integer(let name, _), .number(let name, _): name
      case .optionalInteger(let name, _, _): "[\(name)]"
      case .choice(let words): words.joined(separator: "|")
      case .seed: "N"
      case .whitespace: WhitespaceArgument.placeholder
      }
    }
  }

  let id: ID
  /// The preferred names first: `-m`, `--model`; all others work too and are not shown by help.
  let names: [String]
  var otherNames: [String] = []
  let form: Form
  var isRepeatable = false
  let help: String
  /// Said after a value that does not fit: what the same letter means elsewhere and which option does that here.
  var advice: String?

  var allNames: [String] { names + otherNames }
  /// The longest of the preferred names, for messages.
  var displayName: String { names.last ?? "" }
}

/// A value that fits its option's form.
enum OptionValue: Sendable, Equatable {
  case flag
  case text(String)
  case integer(Int)
  case number(Double)
}

/// Options that help lists under one heading.
struct OptionGroup: Sendable {
  let title: String
  let options: [Option]
}
