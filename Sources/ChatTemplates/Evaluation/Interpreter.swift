// SPDX-License-Identifier: Apache-2.0

/// Runs a template once.
///
/// All that a template can do costs steps, takes depth or makes text, and each is counted against `limits`.
final class Interpreter {
  let limits: TemplateLimits
  let clock: TemplateClock
  private var steps = 0
  private var depth = 0
  /// Bytes made so far.
  private(set) var memory = 0
  private let memoryLimit: Int
  /// Where the operation at work stands, for errors.
  var location = SourceLocation(line: 1, column: 1)
  /// The text so far, of the template or of the innermost macro or capture.
  var output = MarkedString()
  var scope: Scope
  /// Scopes that macros hold, which hold the macros; and containers changed after they were made, which may hold
  /// themselves. They are emptied in the end, so that nothing outlives the render.
  private var heldScopes: [Scope] = []
  private var changedLists: [ListObject] = []
  private var changedDictionaries: [DictionaryObject] = []

  /// - Parameter inputSize: bytes of the template and its variables.
  init(_ variables: [String: Value], limits: TemplateLimits, inputSize: Int, clock: TemplateClock) {
    self.limits = limits
    memoryLimit = limits.memory + Self.product(inputSize, TemplateLimits.memoryPerInput)
    self.clock = clock
    scope = Scope(variables)
  }

  func run(_ body: [Statement]) throws(TemplateError) -> MarkedString {
    defer { releaseCycles() }
    _ = try execute(body)
    return output
  }

  private func releaseCycles() {
    // Emptied one by one while all are still held: releasing a long chain from its head would recurse.
    for list in changedLists { list.items = [] }
    for dictionary in changedDictionaries { dictionary.removeAll() }
    for scope in heldScopes { scope.removeAll() }
  }

  /// Keeps a scope until the end, with the names that it may get.
  func hold(_ scope: Scope) throws(TemplateError) {
    try made(1024)
    heldScopes.append(scope)
  }
  func noteChange(_ list: ListObject) { changedLists.append(list) }
  func noteChange(_ dictionary: DictionaryObject) { changedDictionaries.append(dictionary) }

  // MARK: Errors and limits

  func fail(_ kind: TemplateError.Kind) -> TemplateError { TemplateError(kind, at: location) }

  func typeError(_ message: String) -> TemplateError { fail(.type(message)) }

  /// Counts one step, and one more for each 32 scalars or values that an operation copies.
  func charge(_ size: Int = 0) throws(TemplateError) {
    steps += 1 + size / 32
    guard steps <= limits.steps else { throw fail(.tooManySteps(limit: limits.steps)) }
  }

  /// Counts bytes that are about to be made.
  func made(_ bytes: Int) throws(TemplateError) {
    let (sum, overflow) = memory.addingReportingOverflow(bytes)
    guard !overflow, sum <= memoryLimit else { throw fail(.tooMuchMemory(limit: memoryLimit)) }
    memory = sum
  }

  /// How many parts of a text may still be made, each an array of its own in a list.
  var partLimit: Int { (memoryLimit - memory) / Self.partSize }
  static let partSize = 128

  /// Checks the size of a text that is about to be made and counts its steps and bytes. A text that grows has room for as
  /// much again.
  func chargeText(_ parts: Int...) throws(TemplateError) {
    var total = 0
    for part in parts {
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !overflow, sum <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
      total = sum
    }
    try charge(total)
    try made(Self.product(total, 8) + 64)
  }

  /// Counts the steps of searching: with a long pattern a text made for it can cost their product.
  func chargeSearch(_ text: MarkedString, _ pattern: MarkedString) throws(TemplateError) {
    try charge(Self.product(text.count, max(1, pattern.count / 16) * 4))
  }

  /// Checks the size of a text that grows, which is counted when it is done.
  func checkGrowth(_ text: MarkedString) throws(TemplateError) {
    guard text.count <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
    guard memory + text.count * 8 <= memoryLimit else { throw fail(.tooMuchMemory(limit: memoryLimit)) }
  }

  /// A value as a key of a dictionary, where it can be one.
  func key(_ value: Value) throws(TemplateError) -> DictionaryObject.Key? {
    if case .string(let text) = value { try charge(text.count * 4) }
    return DictionaryObject.Key(value)
  }

  /// `count` times `size` as a length to be checked, no number too great for it.
  static func product(_ count: Int, _ size: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: size)
    return overflow ? .max : product
  }

  /// Goes a level deeper, as a step.
  func enter() throws(TemplateError) {
    try charge()
    guard depth < limits.depth else { throw fail(.tooDeep(limit: limits.depth)) }
    depth += 1
  }

  func leave() { depth -= 1 }

  /// Runs `body` some levels deeper; macro calls take several, as they take several times the stack.
  func nested<Result>(
    levels: Int = 1, _ body: () throws(TemplateError) -> Result
  ) throws(TemplateError) -> Result {
    guard depth + levels <= limits.depth else { throw fail(.tooDeep(limit: limits.depth)) }
    depth += levels
    defer { depth -= levels }
    return try body()
  }

  /// Makes a list, unless it would be nested too deeply.
  func list(_ items: [Value], kind: ListObject.Kind = .list) throws(TemplateError) -> Value {
    try charge(Self.product(items.count, 32))
    try made(Self.product(items.count, 48) + 128)
    let list = ListObject(items, kind: kind)
    guard list.depth <= TemplateLimits.nesting else { throw fail(.tooDeep(limit: TemplateLimits.nesting)) }
    return .list(list)
  }

  func store(_ value: Value, in dictionary: DictionaryObject, key: DictionaryObject.Key) throws(TemplateError) {
    guard value.depth < TemplateLimits.nesting else { throw fail(.tooDeep(limit: TemplateLimits.nesting)) }
    // The key is hashed.
    try charge(key.size * 4)
    let count = dictionary.count
    dictionary[key] = value
    if dictionary.count > count { try made(192) }
  }

  /// An empty dictionary.
  func dictionary(isNamespace: Bool = false) throws(TemplateError) -> DictionaryObject {
    try made(256)
    return DictionaryObject(isNamespace: isNamespace)
  }

  /// Counts the steps of hashing all keys of a dictionary.
  func chargeKeys(of dictionary: DictionaryObject) throws(TemplateError) {
    var size = 0
    for key in dictionary.keys { size += key.size }
    try charge(Self.product(dictionary.count, 32))
    try charge(Self.product(size, 4))
  }

  func append(_ text: MarkedString) throws(TemplateError) {
    try charge(text.count)
    guard output.count + text.count <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
    try made(text.count * 8)
    output.append(text)
  }
}
