// SPDX-License-Identifier: Apache-2.0

/// Describes a property of a ``Generable`` type and limits its values.
///
/// The description is advice to the model. The guides are enforced: a value outside them cannot be generated. Several
/// `@Guide` attributes on one property add up.
///
/// ```swift
/// @Guide(description: "Years", .range(0...120))
/// var age: Int
/// ```
///
/// - Parameters:
///   - description: What the property stands for.
///   - guides: Limits, all of which hold.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro") where T: Generable

/// Describes a string property of a ``Generable`` type and gives the pattern that it matches as a whole.
///
/// - Parameters:
///   - description: What the property stands for.
///   - guides: A regular expression: a literal, one made at run time, or one built with `RegexBuilder`.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro")

/// Describes a property of a ``Generable`` type.
///
/// - Parameter description: What the property stands for. The model reads it.
@attached(peer)
public macro Guide(description: String) =
  #externalMacro(module: "FoundationModelsMacros", type: "GuideMacro")
