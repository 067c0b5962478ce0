// SPDX-License-Identifier: Apache-2.0
import SwiftParser
import SwiftSyntax

/// One case of an enum.
struct EnumCase {
  /// The name as code spells it.
  let name: String
  /// The name as JSON spells it.
  let key: String
  /// The associated values as properties of the struct that stands for the case.
  let fields: [StoredProperty]
  /// The associated values as the source labels them, e.g. `label`, `_ name`, or nothing.
  let labels: [String]
  let hasPayload: Bool
  let isIndirect: Bool

  static func cases(of declaration: GenerableDeclaration) -> ConditionalList<EnumCase> {
    ConditionalList(declaration.members) { member in
      guard let caseDeclaration = member.as(EnumCaseDeclSyntax.self) else { return [] }
      let isIndirect = caseDeclaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
      return caseDeclaration.elements.map {
        EnumCase($0, isIndirect: isIndirect, selfName: declaration.name)
      }
    }
  }

  private init(_ element: EnumCaseElementSyntax, isIndirect: Bool, selfName: String) {
    name = element.name.text
    key = element.name.text.withoutBackticks
    self.isIndirect = isIndirect
    hasPayload = element.parameterClause != nil
    var fields: [StoredProperty] = []
    var labels: [String] = []
    var unlabelled = 0
    for parameter in element.parameterClause?.parameters ?? [] {
      let words = [parameter.firstName, parameter.secondName].compactMap { $0?.text }
      labels.append(words.joined(separator: " "))
      // The internal name if there is one, else the label, else value, value1, value2 …
      var key = words.last.map(\.withoutBackticks) ?? "_"
      if key == "_" {
        key = unlabelled == 0 ? "value" : "value\(unlabelled)"
        unlabelled += 1
      }
      let name = key.isValidSwiftIdentifier(for: .variableName) ? key : "`\(key)`"
      fields.append(
        StoredProperty(name: name, key: key, type: GeneratedType(parameter.type, selfName: selfName)))
    }
    self.fields = fields
    self.labels = labels
  }
}
