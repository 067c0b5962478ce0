// SPDX-License-Identifier: Apache-2.0
import Dispatch
import GGUFFormat
import Generation
import Kernels
import OrderedJSON
import TransformerRuntime

/// What `count-instructions` runs under callgrind: a number of tokens of one kind, on one thread.
///
///     token-counter passes|prompt MODEL COUNT
///     token-counter answer MODEL COUNT [SCHEMA]
///
/// `infer` itself starts on an asynchronous main function, which valgrind does not survive.
@main
struct TokenCounter {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let count = Int(words[2]), count > 0 else {
      throw Failure(description: "token-counter passes|prompt|answer MODEL COUNT [SCHEMA]")
    }
    switch words[0] {
    case "passes": try compute(count, of: words[1], together: false)
    case "prompt": try compute(count, of: words[1], together: true)
    case "answer": try answer(count, of: words[1], schema: words.dropFirst(3).first)
    default: throw Failure(description: "unknown kind '\(words[0])'")
    }
  }

  /// Runs `count` tokens through the model, one by one or as a prompt.
  private static func compute(_ count: Int, of path: String, together: Bool) throws {
    let model = try TransformerModel(file: try GGUFFile(path: path), pool: ThreadPool(threadCount: 1))
    let limit = model.hyperparameters.contextLength
    let context = try InferenceContext(model: model, contextLength: limit)
    let tokens = (0..<Int32(count)).map { $0 &* 37 % Int32(model.hyperparameters.vocabularySize) }
    if together { return try context.append(tokens) }
    for token in tokens { try context.append(token) }
  }

  /// Answers with `count` tokens.
  private static func answer(_ count: Int, of path: String, schema: String?) throws {
    var options = ModelLoadOptions()
    options.threads = 1
    options.contextLength = 0
    let model = try LanguageModel(path: path, options: options)
    var request = GenerationRequest(
      messages: [ChatMessage(role: .user, content: "again and again")], sampling: .greedy, maximumTokens: count)
    request.ignoresEnd = true
    if let schema { request.format = .schema(try JSONValue(parsing: schema)) }
    let context = model.makeContext()
    let done = DispatchSemaphore(value: 0)
    Task { [request] in
      do {
        let result = try await context.generate(request) { _ in }
        print(result.statistics.generatedTokens)
      } catch {
        print(error)
      }
      done.signal()
    }
    done.wait()
  }
}
