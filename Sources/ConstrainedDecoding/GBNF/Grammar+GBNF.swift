// SPDX-License-Identifier: Apache-2.0

extension GrammarSource {
  /// Text that the rule `root` of a grammar in GBNF, the notation of llama.cpp, can be.
  package static func gbnf(_ text: String, root: String = "root") throws(GBNFError) -> GrammarSource {
    .rules(try RuleNetwork(gbnf: text, root: root))
  }
}

extension Grammar {
  /// The label under which the text of a grammar in GBNF is captured.
  package static let textLabel = "text"

  /// Compiles a grammar in GBNF, the notation of llama.cpp; the whole text is captured as "text".
  ///
  /// Of `options`, `maximumDepth` applies: levels of recursion that are open at a time, where a rule that ends with a call of
  /// another is done with it.
  package convenience init(gbnf text: String, root: String = "root", options: GrammarOptions = .init())
    throws(GBNFError)
  {
    let network = try RuleNetwork(gbnf: text, root: root)
    do {
      try self.init(GrammarSource.rules(network).labeled(Self.textLabel), options: options)
    } catch {
      // Every rule ends, so that only the limit on depth can stand in the way.
      throw GBNFError(
        kind: .tooLarge("its shortest text nests rules more than \(options.maximumDepth) deep"), line: 1, column: 1)
    }
  }
}

extension RuleNetwork {
  convenience init(gbnf source: String, root: String) throws(GBNFError) {
    let text = GBNFText(source)
    var parser = GBNFParser(text)
    let syntax = try parser.parse()
    var checker = GBNFChecker(text, syntax)
    let number = try checker.check(root: root)
    var automata = RuleAutomatonBuilder(text, syntax, checker)
    try automata.build()
    var tables = RuleTableBuilder(Self.reachable(automata.rules, from: number))
    do { try tables.build() } catch {
      throw text.error(.tooLarge("the grammar needs too many states"), at: syntax.rules[number].offset)
    }
    self.init(tables.table, root: 0)
  }

  /// The rules that are called from `root` on, itself first.
  private static func reachable(_ rules: [RuleAutomaton], from root: Int) -> [RuleAutomaton] {
    var number: [Int32: Int32] = [Int32(root): 0]
    var order = [root]
    func renamed(_ rule: Int32) -> Int32 {
      if let known = number[rule] { return known }
      number[rule] = Int32(order.count)
      order.append(Int(rule))
      return Int32(order.count - 1)
    }
    var result: [RuleAutomaton] = []
    while result.count < order.count {
      var rule = rules[order[result.count]]
      rule.states = rule.states.map { state in
        switch state {
        case .call(let rule, let target): .call(rule: renamed(rule), target)
        case .counter(let rule, let minimum, let maximum, let target):
          .counter(rule: renamed(rule), minimum: minimum, maximum: maximum, target)
        default: state
        }
      }
      result.append(rule)
    }
    return result
  }
}
