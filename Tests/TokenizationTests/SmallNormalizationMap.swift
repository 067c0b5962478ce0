// SPDX-License-Identifier: Apache-2.0

/// Compiles a map of normalisation the simplest way: each node of the trie has a block of 256 units for itself.
enum SmallNormalizationMap {
  static func compiled(_ rules: [(from: String, to: String)]) -> [UInt8] {
    var replacements: [UInt8] = []
    /// Of each node the nodes that bytes lead to, and its replacement.
    var nodes: [(children: [UInt8: Int], value: Int?)] = [([:], nil)]
    for (from, to) in rules {
      var node = 0
      for byte in from.utf8 {
        if nodes[node].children[byte] == nil {
          nodes[node].children[byte] = nodes.count
          nodes.append(([:], nil))
        }
        node = nodes[node].children[byte]!
      }
      nodes[node].value = replacements.count
      replacements += Array(to.utf8) + [0]
    }
    // Block 0 begins with the root; the children of node n stand in block n + 1.
    var units = [UInt32](repeating: 0, count: (nodes.count + 1) * 256)
    func unit(at place: Int, of node: Int, label: UInt8) -> UInt32 {
      let offset = UInt32(place ^ (node + 1) * 256)
      return offset << 10 | (nodes[node].value == nil ? 0 : 0x100) | UInt32(label)
    }
    units[0] = unit(at: 0, of: 0, label: 0)
    for (node, (children, value)) in nodes.enumerated() {
      let block = (node + 1) * 256
      if let value { units[block] = 0x8000_0000 | UInt32(value) }
      for (byte, child) in children { units[block ^ Int(byte)] = unit(at: block ^ Int(byte), of: child, label: byte) }
    }
    let words = [UInt32(units.count * 4)] + units
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } } + replacements
  }
}
