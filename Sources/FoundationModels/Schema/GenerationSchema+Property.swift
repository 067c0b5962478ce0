// SPDX-License-Identifier: Apache-2.0

extension GenerationSchema {
  /// A property of a struct's schema.
  public struct Property: Sendable {
    let property: ObjectSchema.Property

    private init(
      _ name: String, _ description: String?, _ type: any Generable.Type, _ constraints: [GuideConstraint],
      isOptional: Bool
    ) {
      property = ObjectSchema.Property(
        name: name, description: description, schema: SchemaNode.type(type).constrained(by: constraints),
        isOptional: isOptional)
    }

    /// Makes a property that is always present.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What it is, for the model.
    ///   - type: The type of its value.
    ///   - guides: Restrictions, which all hold.
    public init<Value>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, type, guides.flatMap(\.constraints), isOptional: false)
    }

    /// Makes a property that may be missing.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What it is, for the model.
    ///   - type: The type of its value.
    ///   - guides: Restrictions, which all hold.
    public init<Value>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      self.init(name, description, Value.self, guides.flatMap(\.constraints), isOptional: true)
    }

    /// Makes a string property whose whole value matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What it is, for the model.
    ///   - type: The type of its value.
    ///   - guides: The expressions.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, type, guides.map { GuideConstraint(regex: $0) }, isOptional: false)
    }

    /// Makes a string property that may be missing and whose whole value matches regular expressions.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What it is, for the model.
    ///   - type: The type of its value.
    ///   - guides: The expressions.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type, guides: [Regex<RegexOutput>] = []
    ) {
      self.init(name, description, String.self, guides.map { GuideConstraint(regex: $0) }, isOptional: true)
    }
  }
}
