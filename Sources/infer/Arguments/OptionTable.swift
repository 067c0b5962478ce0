// SPDX-License-Identifier: Apache-2.0
import Generation
import Kernels
import TripPlanning

/// The options, in the groups that commands are put together from. Names follow llama.cpp; where OpenAI or other tools
/// have another word for the same thing, that works too.
extension OptionGroup {
  static let general = OptionGroup(
    title: "General",
    options: [
      Option(id: .verbose, names: ["-v", "--verbose"], form: .flag, help: "Print settings and timings to stderr"),
      Option(
        id: .quiet, names: ["-q", "--quiet"], form: .flag, help: "Print nothing but the answer and errors"),
      Option(
        id: .color, names: ["-co", "--color"], form: .choice(["auto", "on", "off"]),
        help: "Colour: auto looks at the terminal and NO_COLOR"),
      Option(id: .help, names: ["-h", "--help"], form: .flag, help: "Print this help"),
      Option(id: .version, names: ["--version"], form: .flag, help: "Print the version"),
    ])

  static let model = OptionGroup(
    title: "Model",
    options: [
      Option(
        id: .model, names: ["-m", "--model"], form: .text("FILE"),
        help: "GGUF file, or a name from weights/manifest.json (default: INFER_MODEL, then the model found)"),
      Option(
        id: .lora, names: ["--lora"], otherNames: ["--adapter-path"], form: .text("FILE"),
        help: "Add a low-rank adapter (LoRA) in GGUF to the weights"),
      Option(
        id: .contextSize, names: ["-c", "--ctx-size"], otherNames: ["--context-length", "--n-ctx"],
        form: .integer("N", 0...1_048_576), help: "Tokens of context (default: 4096 or the model's, 0: the model's)",
        advice: "-c is --ctx-size and takes a number"),
      threads,
      Option(
        id: .cacheType, names: ["--cache-type"], form: cacheTypes,
        help: "Type of cached keys and values (default: f16); q8_0 takes half the memory"),
      Option(id: .cacheTypeKeys, names: ["-ctk", "--cache-type-k"], form: cacheTypes, help: "The same of keys"),
      Option(
        id: .cacheTypeValues, names: ["-ctv", "--cache-type-v"], form: cacheTypes,
        help: "The same of values; both must be one type"),
      Option(
        id: .noMap, names: ["--no-mmap"], form: .flag,
        help: "Copy the file into memory instead of mapping it, for files that may change"),
      Option(
        id: .checkTensors, names: ["--check-tensors"], form: .flag,
        help: "Look at every weight for what is no number before the model is used"),
      Option(
        id: .noRepack, names: ["--no-repack"], form: .flag,
        help: "Compute from the file's own layout: less memory, slower"),
      Option(
        id: .reference, names: ["--reference"], form: .flag,
        help: "Compute by the plain reference code, in floats throughout, to check results; very slow"),
    ])

  private static let cacheTypes = Option.Form.choice(CacheType.allCases.map(\.rawValue))

  static let threads = Option(
    id: .threads, names: ["-t", "--threads"], otherNames: ["--n-threads"], form: .integer("N", 1...1024),
    help: "Compute threads (default: one per physical core)",
    advice: "-t is --threads and takes a number; for the temperature use --temp")

  static let prompt = OptionGroup(
    title: "Prompt",
    options: [
      Option(id: .prompt, names: ["-p", "--prompt"], form: .text("TEXT"), help: "The prompt"),
      Option(
        id: .promptFile, names: ["-f", "--file"], form: .text("FILE"), isRepeatable: true,
        help: "Read the prompt, or more of it, from a file (repeatable)"),
      systemPrompt,
      systemPromptFile,
    ])

  static let promptOfOneAnswer = OptionGroup(
    title: prompt.title,
    options: prompt.options + [
      Option(
        id: .raw, names: ["--raw"], otherNames: ["--no-chat-template", "-no-cnv", "--no-conversation"], form: .flag,
        help: "Go on from the prompt as it stands, without the chat template")
    ])

  static let systemPrompt = Option(
    id: .systemPrompt, names: ["-sys", "--system-prompt"], otherNames: ["--system", "--instructions"],
    form: .text("TEXT"), help: "Instructions that stand before the conversation")

  static let systemPromptFile = Option(
    id: .systemPromptFile, names: ["-sysf", "--system-prompt-file"], otherNames: ["--system-file"],
    form: .text("FILE"), help: "Read the instructions from a file")

  static let answer = OptionGroup(
    title: "Answer",
    options: [
      Option(
        id: .maximumTokens, names: ["-n", "--n-predict"], otherNames: ["--predict", "--max-tokens"],
        form: .integer("N", -1...1_048_576), help: "Most tokens to generate (default: -1, until the context is full)",
        advice: "-n is --n-predict and takes a number"),
      Option(
        id: .stop, names: ["-r", "--stop"], otherNames: ["--reverse-prompt"], form: .text("TEXT"),
        isRepeatable: true, help: "End the answer before this text (repeatable)"),
      Option(
        id: .jsonSchema, names: ["-j", "--json-schema"], form: .text("SCHEMA"),
        help: "Answer with a JSON value of this JSON Schema"),
      Option(
        id: .jsonSchemaFile, names: ["-jf", "--json-schema-file"], form: .text("FILE"),
        help: "Read the JSON Schema from a file"),
      Option(
        id: .schema, names: ["--schema"], form: .text("SCHEMA|FILE"), help: "Either of the two"),
      document,
      Option(
        id: .grammar, names: ["--grammar"], form: .text("GBNF|FILE"),
        help: "Answer with text of this grammar, in llama.cpp's notation"),
      Option(
        id: .grammarFile, names: ["--grammar-file"], form: .text("FILE"), help: "Read the grammar from a file"),
      draftLookup,
      Option(
        id: .json, names: ["--json"], form: .flag,
        help: "Print one JSON object: the answer, why it ended, and timings"),
      Option(id: .noStream, names: ["--no-stream"], form: .flag, help: "Print the answer when it is complete"),
      Option(id: .stream, names: ["--stream"], form: .flag, help: "Print the answer as it comes (the default)"),
    ])

  static let draftLookup = Option(
    id: .draftLookup, names: ["--draft-lookup"],
    form: .optionalInteger("N", 0...GenerationRequest.longestDraftLookup, 7),
    help: "Guess up to N tokens (default: 7) from repetitions of the text; faster, same answer")

  static let document = Option(
    id: .document, names: ["--document"], form: .text("[URI=]FILE"), isRepeatable: true,
    help: "A document that the schema refers to by URI, or by the file's own $id (repeatable)")

  static let sampling = OptionGroup(
    title: "Sampling",
    options: [
      Option(
        id: .seed, names: ["-s", "--seed"], form: .seed, help: "Seed (default: -1, a new one each time)",
        advice: "-s is --seed and takes a number; for a system prompt use -sys"),
      Option(
        id: .temperature, names: ["--temp"], otherNames: ["--temperature"], form: .number("T", 0...100),
        help: "Temperature (default: 0.8; 0 takes the most likely token)"),
      Option(
        id: .topK, names: ["--top-k"], form: .integer("K", 0...1_048_576),
        help: "Keep the K most likely tokens (default: 40; 0: all)"),
      Option(
        id: .topP, names: ["--top-p"], form: .number("P", 0...1),
        help: "Keep the likeliest tokens that sum to P (default: 0.95; 1: all)"),
      Option(
        id: .minP, names: ["--min-p"], form: .number("P", 0...1),
        help: "Keep tokens of at least P times the likeliest (default: 0.05; 0: all)"),
      Option(
        id: .repeatPenalty, names: ["--repeat-penalty"], otherNames: ["--repetition-penalty"],
        form: .number("R", 0.01...100), help: "Penalise tokens already used (default: 1, off)"),
      Option(
        id: .repeatLastN, names: ["--repeat-last-n"], form: .integer("N", 0...1_048_576),
        help: "Tokens that the penalty looks back over (default: 64)"),
    ])

  /// The sampling that FoundationModels' options can tell; a plan is greedy without them.
  static let planSampling = OptionGroup(
    title: "Sampling",
    options: sampling.options.filter { [.seed, .temperature, .topK, .topP].contains($0.id) })

  static let conversation = OptionGroup(
    title: "Conversation",
    options: [
      Option(
        id: .conversation, names: ["-cnv", "--conversation"], form: .flag, help: "Chat, also after a prompt is given"),
      Option(
        id: .singleTurn, names: ["-st", "--single-turn"], form: .flag, help: "End after the first answer"),
    ])

  static let plan = OptionGroup(
    title: "Plan",
    options: [
      Option(
        id: .days, names: ["--days"], form: .integer("N", 1...7), help: "Days of the journey (default: 3)"),
      Option(
        id: .travellers, names: ["--who"], otherNames: ["--travellers", "--travelers"],
        form: .choice(Travellers.allCases.map(\.rawValue)), help: "Who travels"),
      Option(
        id: .pace, names: ["--pace"], form: .choice(Pace.allCases.map(\.rawValue)),
        help: "How much a day holds (default: steady)"),
      Option(
        id: .tripBudget, names: ["--budget"], form: .choice(Budget.allCases.map(\.rawValue)), help: "What it may cost"),
      Option(
        id: .interests, names: ["--interests"], otherNames: ["--interest"], form: .text("A,B,…"), isRepeatable: true,
        help: "What to see and do: \(Interest.allCases.map(\.rawValue).joined(separator: ", "))"),
      Option(
        id: .diet, names: ["--diet"], form: .choice(Diet.allCases.map(\.rawValue)), help: "What the travellers eat"),
      Option(id: .stepFree, names: ["--step-free"], form: .flag, help: "Ways without steps and steep paths"),
      places,
      Option(
        id: .at, names: ["--at"], form: .text("LAT,LON"),
        help: "Plan for a landmark of your own, here; LANDMARK is then its name"),
      Option(
        id: .range, names: ["--range"], form: .number("KM", 1...300),
        help: "How far from your own landmark places are taken (default: 20)"),
      Option(id: .about, names: ["--about"], form: .text("TEXT"), help: "What your own landmark is"),
      Option(id: .note, names: ["--note"], form: .text("TEXT"), help: "A wish in your own words"),
      Option(id: .save, names: ["--save"], form: .flag, help: "Keep the trip; infer trips lists what is kept"),
      Option(
        id: .regenerateDay, names: ["--regenerate-day"], form: .integer("N", 1...7),
        help: "Write one day of a saved trip anew and keep the rest"),
      Option(
        id: .trip, names: ["--trip"], form: .integer("NUMBER", 1...Int.max),
        help: "Which saved trip that is (default: the one changed last)"),
      format,
      start,
      Option(id: .json, names: ["--json"], form: .flag, help: "Print the itinerary as JSON"),
    ])

  private static let format = Option(
    id: .format, names: ["--format"], form: .choice(TripFormat.allCases.map(\.rawValue)),
    help: "Print the trip in this format")

  private static let start = Option(
    id: .start, names: ["--start"], form: .text("YYYY-MM-DD"), help: "Date of the first day (default in ics: tomorrow)")

  private static let places = Option(
    id: .places, names: ["--places"], form: .text("FILE"), isRepeatable: true,
    help: "More places: GeoJSON, as tools for OpenStreetMap export it (repeatable)")

  static let web = OptionGroup(
    title: "Web",
    options: [
      Option(
        id: .port, names: ["--port"], form: .integer("N", 0...65535),
        help: "Port to listen on (default: 8765; 0: any free one)"),
      Option(
        id: .host, names: ["--host"], form: .text("ADDRESS"),
        help: "Address to listen on (default: 127.0.0.1, this machine alone)"),
      places,
    ])

  static let trips = OptionGroup(
    title: "Trips",
    options: [format, start, Option(id: .json, names: ["--json"], form: .flag, help: "list, show: print JSON")])

  static let measurement = OptionGroup(
    title: "Measurement",
    options: [
      Option(
        id: .trace, names: ["--trace"], form: .text("FILE"),
        help: "Write what is done and when, for Perfetto and chrome://tracing"),
      Option(
        id: .summary, names: ["--summary"], form: .flag,
        help: "Print a table of the requests to stderr: tokens, times, masks"),
    ])

  static let playground = OptionGroup(
    title: "Playground",
    options: [
      Option(
        id: .only, names: ["--only"], form: .text("NAME|LINE"), isRepeatable: true,
        help: "Run the block of this name, or that starts in this line (repeatable)"),
      Option(id: .once, names: ["--once"], form: .flag, help: "Run once and end, as when output is no terminal"),
      Option(
        id: .swiftVersion, names: ["--swift-version"], form: .choice(["5", "6"]),
        help: "Language mode of the files (default: 5)"),
      Option(
        id: .mainActor, names: ["--main-actor"], form: .flag,
        help: "Isolate to the main actor by default, as new Xcode projects do"),
    ])

  static let schemaReading = OptionGroup(
    title: "How the schema is read",
    options: [
      Option(id: .anyOrder, names: ["--any-order"], form: .flag, help: "Properties come in any order, not as declared"),
      Option(
        id: .open, names: ["--open"], form: .flag,
        help: "Undeclared properties are allowed where the schema does not say (JSON Schema's reading)"),
      Option(
        id: .whitespace, names: ["--whitespace"], form: .whitespace,
        help: "Between tokens of JSON; pretty: a member a line, python: as json.dumps (default: compact; test: any)"),
      document,
      Option(
        id: .allowUnenforced, names: ["--allow-unenforced"], form: .flag,
        help: "Go on without the keywords that cannot be enforced; check lists them"),
    ])

  static let schemaActions = OptionGroup(
    title: "Actions",
    options: [
      Option(
        id: .instance, names: ["--instance"], form: .text("JSON"), isRepeatable: true,
        help: "test: an instance as text, beside those in files (repeatable)"),
      Option(
        id: .valueCount, names: ["-n", "--count"], form: .integer("N", 0...10_000_000),
        help: "random: how many (default: 1)",
        advice: "-n is --count and takes a number"),
      Option(
        id: .seed, names: ["-s", "--seed"], form: .seed, help: "random: seed (default: -1, a new one each time)"),
      Option(
        id: .budget, names: ["--budget"], form: .integer("N", 1...1_048_576),
        help: "random: most tokens of a value (default: the fewest possible and 200 more)"),
      Option(id: .json, names: ["--json"], form: .flag, help: "check, test: print JSON"),
    ])

  static let show = OptionGroup(
    title: "Show",
    options: [
      Option(id: .json, names: ["--json"], form: .flag, help: "Print everything as one JSON object")
    ])

  static let tokenize = OptionGroup(
    title: "Tokenize",
    options: [
      Option(id: .prompt, names: ["-p", "--prompt"], form: .text("TEXT"), help: "The text"),
      Option(id: .promptFile, names: ["-f", "--file"], form: .text("FILE"), help: "Read the text from a file"),
      Option(id: .ids, names: ["--ids"], form: .flag, help: "Print the ids only, as a JSON array"),
      Option(
        id: .count, names: ["--count"], otherNames: ["--show-count"], form: .flag, help: "Print the number of tokens"),
      Option(
        id: .noBOS, names: ["--no-bos"], form: .flag, help: "Leave out the beginning-of-sequence token"),
      Option(
        id: .noParseSpecial, names: ["--no-parse-special"], form: .flag,
        help: "Read special tokens in the text as plain text"),
    ])

  static let detokenize = OptionGroup(
    title: "Detokenize",
    options: [
      Option(
        id: .promptFile, names: ["-f", "--file"], form: .text("FILE"),
        help: "Read the ids from a file (- for standard input): numbers, or a JSON array"),
      Option(
        id: .ids, names: ["--ids"], form: .flag, help: "The arguments are ids, which they are without this as well"),
      Option(id: .special, names: ["--special"], form: .flag, help: "Show control tokens by their names"),
    ])

  static let template = OptionGroup(
    title: "Template",
    options: [
      Option(
        id: .templateFile, names: ["--chat-template-file"], form: .text("FILE"),
        help: "Render this template, not the model's; then no model is needed"),
      Option(
        id: .noGenerationPrompt, names: ["--no-generation-prompt"], form: .flag,
        help: "End with the last message, not with the start of an answer"),
    ])

  static let quantize = OptionGroup(
    title: "Quantize",
    options: [
      threads,
      Option(
        id: .requantize, names: ["--requantize"], otherNames: ["--allow-requantize"], form: .flag,
        help: "Take a model that is quantised already, with the losses of both"),
      Option(id: .force, names: ["--force"], form: .flag, help: "Replace OUT where it exists; IN is never replaced"),
      Option(id: .json, names: ["--json"], form: .flag, help: "Print what became of each tensor as JSON"),
    ])

  static let perplexity = OptionGroup(
    title: "Perplexity",
    options: [
      Option(id: .promptFile, names: ["-f", "--file"], form: .text("FILE"), help: "The text (- for standard input)"),
      Option(
        id: .contextSize, names: ["-c", "--ctx-size"], form: .integer("N", 4...1_048_576),
        help: "Tokens of a window; its second half is scored (default: 512)"),
      Option(
        id: .chunks, names: ["--chunks"], form: .integer("N", -1...1_048_576),
        help: "Windows to score (default: -1, all)"),
      Option(
        id: .compareCache, names: ["--compare-cache"], form: .flag,
        help: "Score with the cache in f16 and in q8_0, and print what the second costs"),
      Option(id: .json, names: ["--json"], form: .flag, help: "Print one JSON object"),
    ])

  /// What the model's group has beside the context.
  static let modelWithoutContext = OptionGroup(
    title: model.title, options: model.options.filter { $0.id != .contextSize })

  static let bench = OptionGroup(
    title: "Bench",
    options: [
      Option(
        id: .promptTokens, names: ["-p", "--n-prompt"], form: .text("N,…"),
        help: "Prompt lengths to time (default: 512; 0: none)"),
      Option(
        id: .generatedTokens, names: ["-n", "--n-gen"], form: .text("N,…"),
        help: "Generation lengths to time (default: 128; 0: none)"),
      Option(
        id: .depth, names: ["-d", "--n-depth"], form: .text("N,…"),
        help: "Tokens of context that stand before what is timed (default: 0)"),
      Option(
        id: .repetitions, names: ["-r", "--repetitions"], form: .integer("N", 1...1000),
        help: "Repetitions of each test (default: 5)"),
      Option(
        id: .output, names: ["-o", "--output"], form: .choice(["md", "json", "jsonl", "csv"]),
        help: "Form of the results (default: md)"),
      Option(id: .noWarmup, names: ["--no-warmup"], form: .flag, help: "Skip the run before the first repetition"),
      Option(
        id: .schema, names: ["--schema"], form: .text("SCHEMA|FILE"),
        help: "Time instead an answer of this JSON Schema beside as much free text"),
      document,
      Option(
        id: .draftLookup, names: draftLookup.names, form: draftLookup.form,
        help: "Time instead a greedy answer with up to N tokens drafted from the text beside one without"),
      Option(
        id: .promptFile, names: ["-f", "--file"], form: .text("FILE"), isRepeatable: true,
        help: "With --schema or --draft-lookup: read the prompt from a file"),
    ])
}
