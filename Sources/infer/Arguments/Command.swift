// SPDX-License-Identifier: Apache-2.0

/// A command: its name, the options it knows, and what help says about it.
struct Command: Sendable, Equatable {
  enum ID: String, Sendable {
    case respond, chat, plan, trips, web, playground, schema, show, tokenize, detokenize, template, quantize, bench,
      perplexity, help
  }

  let id: ID
  var otherNames: [String] = []
  /// What follows the command's name in the usage line.
  let usage: String
  let summary: String
  let groups: [OptionGroup]
  /// Most arguments that are no options.
  var positionalLimit = 1
  var examples: [String] = []

  var name: String { id.rawValue }
  var options: [Option] { groups.flatMap(\.options) }

  static func == (a: Command, b: Command) -> Bool { a.id == b.id }

  static let all: [Command] = [
    respond, chat, plan, trips, web, playground, schema, show, tokenize, detokenize, template, quantize, bench,
    perplexity, help,
  ]

  static func named(_ name: String) -> Command? {
    all.first { $0.name == name || $0.otherNames.contains(name) }
  }

  static let respond = Command(
    id: .respond, usage: "[PROMPT] [options]",
    summary: "Answer a prompt once; on a terminal without a prompt, chat",
    groups: [.model, .promptOfOneAnswer, .answer, .sampling, .conversation, .measurement, .general],
    examples: [
      "infer -m model.gguf -p \"Why is the sky blue?\"", "git diff | infer -p \"Summarise this change\" --temp 0",
      "infer -p \"Name a city\" -j '{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}'",
    ])

  static let chat = Command(
    id: .chat, usage: "[PROMPT] [options]", summary: "Chat with a model; /help lists what can be typed there",
    groups: [.model, .prompt, .answer, .sampling, .conversation, .measurement, .general])

  static let plan = Command(
    id: .plan, usage: "LANDMARK [options]", summary: "Plan a journey of several days to a landmark",
    groups: [.plan, .model, .planSampling, .measurement, .general], positionalLimit: 8,
    examples: [
      "infer plan \"Joshua Tree\"", "infer plan \"Mount Fuji\" --days 5 --who family --interests nature,views --save",
      "infer plan --regenerate-day 2", "infer plan Kyoto --at 35.01,135.77 --places kyoto.geojson --format html",
    ])

  static let trips = Command(
    id: .trips, usage: "[list | show NUMBER | delete NUMBER…] [options]",
    summary: "List, show, export or delete saved trips", groups: [.trips, .general], positionalLimit: 256,
    examples: ["infer trips", "infer trips show 3 --format gpx", "infer trips delete 3 4"])

  static let web = Command(
    id: .web, usage: "[options]", summary: "Serve the trip planner to a browser on this machine",
    groups: [.web, .model, .general], positionalLimit: 0,
    examples: ["infer web", "infer web --port 0 -m qwen2.5-coder-1.5b"])

  static let playground = Command(
    id: .playground, usage: "FILE.swift… [options]",
    summary: "Run the #Playground blocks of Swift files, again after each save",
    groups: [.playground, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general],
    positionalLimit: 256,
    examples: ["infer playground Ideas.swift", "infer playground Ideas.swift Types.swift --only Names"])

  static let schema = Command(
    id: .schema, usage: "check|test|random FILE [INSTANCE…] [options]",
    summary: "Check a JSON Schema (or FILE.gbnf), test instances of it, or draw random ones",
    groups: [
      .schemaReading, .schemaActions, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general,
    ], positionalLimit: 4096,
    examples: [
      "infer schema check person.json", "infer schema test person.json ada.json grace.json",
      "infer schema random person.json -n 10 --seed 1",
    ])

  static let show = Command(
    id: .show, usage: "[FILE] [options]", summary: "Show what a model file holds; -v shows all of it",
    groups: [.show, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general])

  static let tokenize = Command(
    id: .tokenize, otherNames: ["count-tokens"], usage: "[TEXT] [options]", summary: "Show the tokens of a text",
    groups: [.tokenize, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general])

  static let detokenize = Command(
    id: .detokenize, usage: "[ID…] [options]", summary: "Show the text of tokens",
    groups: [.detokenize, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general],
    positionalLimit: 1_048_576,
    examples: ["infer detokenize 9707 11 1879", "infer tokenize --ids \"Hello, world\" | infer detokenize"])

  static let template = Command(
    id: .template, usage: "[FILE] [options]",
    summary: "Render a conversation, in JSON, by the model's chat template",
    groups: [.template, OptionGroup(title: "Model", options: [OptionGroup.model.options[0]]), .general],
    examples: [
      "infer template conversation.json", "infer template --chat-template-file chat.jinja < conversation.json",
    ])

  static let quantize = Command(
    id: .quantize, usage: "IN OUT TYPE [options]", summary: "Write a model with its matrices in another type",
    groups: [.quantize, .general], positionalLimit: 3,
    examples: ["infer quantize model-f16.gguf model-q4.gguf Q4_K", "infer quantize a.gguf b.gguf Q8_0 --requantize"])

  static let bench = Command(
    id: .bench, usage: "[options]", summary: "Time prompt processing and generation",
    groups: [.bench, .model, .general], positionalLimit: 0)

  static let perplexity = Command(
    id: .perplexity, otherNames: ["ppl"], usage: "[FILE] [options]",
    summary: "Measure how well a model predicts a text",
    groups: [.perplexity, .modelWithoutContext, .general],
    examples: ["infer perplexity -m model.gguf -f text.txt", "infer perplexity -f text.txt --chunks 8 --compare-cache"])

  static let help = Command(
    id: .help, usage: "[COMMAND]", summary: "Print help", groups: [.general])
}
