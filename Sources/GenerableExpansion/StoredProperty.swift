// SPDX-License-Identifier: Apache-2.0
import SwiftParser
import SwiftSyntax

/// A property that the model generates.
struct StoredProperty {
  /// The name as code spells it, with backticks where the source has them.
  let name: String
  /// The name as JSON spells it.
  let key: String
  let type: GeneratedType
  var description: String?
  var guides: [String] = []

  /// The name as an argument label, where keywords need no backticks.
  var label: String { key.isValidSwiftIdentifier(for: .memberAccess) ? key : name }

  init(name: String, key: String? = nil, type: GeneratedType) {
    self.name = name
    self.key = key ?? name.withoutBackticks
    self.type = type
  }

  /// The generated properties of a declaration, in order; empty when it is none.
  ///
  /// Left out: `static`, `class` and `lazy` properties, those with an accessor block (computed, or with observers),
  /// those without a type annotation, and constants that already have their value, which `init(_:)` could not assign.
  static func properties(of declaration: DeclSyntax, selfName: String) -> [StoredProperty] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isTypeLevel,
      !variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) })
    else { return [] }
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    let guide = GuideArguments(variable.attributes)

    var properties: [StoredProperty] = []
    var following: TypeSyntax?  // `var a, b: Int`: a binding without a type takes that of the next one
    for binding in variable.bindings.reversed() {
      let type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? following : nil)
      following = type
      guard let type, binding.accessorBlock == nil, !(isConstant && binding.initializer != nil),
        let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
      else { continue }
      var property = StoredProperty(
        name: pattern.identifier.text, type: GeneratedType(type, selfName: selfName))
      property.description = guide.description
      property.guides = guide.guides
      properties.append(property)
    }
    return properties.reversed()
  }
}

extension VariableDeclSyntax {
  /// Whether the property belongs to the type rather than to its values.
  var isTypeLevel: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension String {
  var withoutBackticks: String {
    count > 1 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
