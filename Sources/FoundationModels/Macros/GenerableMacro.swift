// SPDX-License-Identifier: Apache-2.0

/// Lets a model generate values of a struct or an enum.
///
/// The macro reads the type's stored properties, or its cases, and writes the schema that constrains the model, the
/// conversion from and to ``GeneratedContent``, and for structs and for enums with associated values a type named
/// `PartiallyGenerated` that holds what has arrived while the answer is streamed.
///
/// ```swift
/// @Generable(description: "One day of a journey")
/// struct DayPlan {
///   @Guide(description: "A short, catchy title")
///   var title: String
///   @Guide(.count(3))
///   var activities: [Activity]
/// }
/// ```
///
/// Properties are generated in the order in which they are declared. An optional property may be left out by the
/// model. Static and computed properties, properties with observers, and constants that already have a value take no
/// part.
///
/// - Parameter description: What the type stands for. The model reads it.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
  #externalMacro(module: "FoundationModelsMacros", type: "GenerableMacro")

/// Lets a model generate values of a struct or an enum, and chooses how an absent property is written.
///
/// - Parameters:
///   - description: What the type stands for. The model reads it.
///   - representNilExplicitlyInGeneratedContent: With `true`, a property that is `nil` is written as `null`; with
///     `false` it is left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
  #externalMacro(module: "FoundationModelsMacros", type: "GenerableMacro")
