// SPDX-License-Identifier: Apache-2.0

/// Addresses of the tables of a `Grammar`, for inner loops.
struct GrammarView: BitwiseCopyable, @unchecked Sendable {
  var nodes: UnsafePointer<GrammarNode>
  var nodeCount: Int
  var strings: UnsafePointer<StringSpecification>
  var stringCount: Int
  var numbers: UnsafePointer<NumberSpecification>
  var numberCount: Int
  var objects: UnsafePointer<ObjectSpecification>
  var properties: UnsafePointer<PropertySpecification>
  var keyKinds: UnsafePointer<KeyKindSpecification>
  var nextRequired: UnsafePointer<Int32>
  var arrays: UnsafePointer<ArraySpecification>
  var items: UnsafePointer<ItemSpecification>
  var itemLists: UnsafePointer<ListSpecification>
  var tallies: UnsafePointer<TallySpecification>
  var choices: UnsafePointer<ListSpecification>
  var sequences: UnsafePointer<ListSpecification>
  var lists: UnsafePointer<Int32>
  var repetitions: UnsafePointer<RepetitionSpecification>
  var texts: UnsafePointer<TextSpecification>
  var networks: UnsafePointer<RuleNetworkView>
  var captures: UnsafePointer<CaptureSpecification>
  var literalNodes: UnsafePointer<ByteTrie.Node>
  var literalCount: Int
  var literalChildren: UnsafePointer<ByteTrie.Child>
  var literalEntries: UnsafePointer<Int32>
  /// By literal node, the hash of the value that ends there (`ValueHash`); only where some array has unique items.
  var literalValues: UnsafePointer<UInt64>
  /// By literal node, the row in `valueParts` of the container that ends there, or -1; likewise.
  var literalParts: UnsafePointer<Int32>
  var valueParts: UnsafePointer<ValuePart>
  /// By node, how many different values it has at least; known of items that must differ and their parts, else 0.
  var supplies: UnsafePointer<Int32>
  /// White space bytes between two tokens at most.
  var maximumBlanks: UInt16
  var layout: TextLayout
  /// Containers open at a time at most.
  var maximumDepth: Int
  /// Most containers that some node needs nested, of those that can be completed within that.
  var greatestHeight: Int
  /// See `GrammarOptions`.
  var escapesOnlyWhereNeeded: Bool

  /// The child of a literal node by a byte, or -1.
  @inline(__always)
  func child(of node: Int32, _ byte: UInt8) -> Int32 {
    let parent = literalNodes[Int(node)]
    var low = parent.firstChild
    var high = low + parent.childCount
    while low < high {
      let middle = (low + high) / 2
      let child = literalChildren[Int(middle)]
      if child.symbol == byte { return child.node }
      if child.symbol < byte { low = middle + 1 } else { high = middle }
    }
    return -1
  }
}
