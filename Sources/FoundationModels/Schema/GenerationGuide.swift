// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON

/// A restriction on generated values of a type, enforced while the model writes.
///
/// Several guides on one property all hold.
public struct GenerationGuide<Value> {
  package let constraints: [GuideConstraint]

  package init(_ constraints: GuideConstraint...) { self.constraints = constraints }

  init(_ constraints: [GuideConstraint]) { self.constraints = constraints }
}

// MARK: Strings

extension GenerationGuide where Value == String {
  /// Fixes the string.
  public static func constant(_ value: String) -> GenerationGuide<String> { .init(.choices([value])) }

  /// Limits the string to a list.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> { .init(.choices(values)) }

  /// Makes the whole string match a regular expression.
  ///
  /// Literals, regexes made of text and those of `RegexBuilder` work. What cannot be enforced character by character
  /// (look-around, references back to a group, word boundaries, possessive quantifiers, components with code of their own)
  /// makes a request with this schema throw `LanguageModelSession.GenerationError.unsupportedGuide`, which names it.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    .init(GuideConstraint(regex: regex))
  }
}

// MARK: Numbers

extension GenerationGuide where Value == Int {
  /// Sets the least value.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> { .init(.minimum(JSONNumber(value))) }

  /// Sets the greatest value.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> { .init(.maximum(JSONNumber(value))) }

  /// Sets the least and the greatest value.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    .init(.minimum(JSONNumber(range.lowerBound)), .maximum(JSONNumber(range.upperBound)))
  }
}

extension GenerationGuide where Value == Float {
  /// Sets the least value.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    .init(GuideConstraint.least(Double(value), JSONNumber(value)))
  }

  /// Sets the greatest value.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    .init(GuideConstraint.greatest(Double(value), JSONNumber(value)))
  }

  /// Sets the least and the greatest value.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    .init(minimum(range.lowerBound).constraints + maximum(range.upperBound).constraints)
  }
}

extension GenerationGuide where Value == Double {
  /// Sets the least value.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    .init(GuideConstraint.least(value, JSONNumber(value)))
  }

  /// Sets the greatest value.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    .init(GuideConstraint.greatest(value, JSONNumber(value)))
  }

  /// Sets the least and the greatest value.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    .init(minimum(range.lowerBound).constraints + maximum(range.upperBound).constraints)
  }
}

extension GenerationGuide where Value == Decimal {
  /// Sets the least value.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    .init(value.isNaN ? .unsatisfiable("its guides leave nothing from NaN") : .minimum(JSONNumber(decimal: value)))
  }

  /// Sets the greatest value.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    .init(value.isNaN ? .unsatisfiable("its guides leave nothing up to NaN") : .maximum(JSONNumber(decimal: value)))
  }

  /// Sets the least and the greatest value.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    .init(minimum(range.lowerBound).constraints + maximum(range.upperBound).constraints)
  }
}

extension JSONNumber {
  /// The shortest digits that read back as a `Float`.
  init(_ value: Float) { self.init(Double("\(value)") ?? Double(value)) }
}

// MARK: Arrays

extension GenerationGuide {
  /// Sets the least number of elements.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    .init(.minimumCount(count))
  }

  /// Sets the greatest number of elements.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    .init(.maximumCount(count))
  }

  /// Sets the least and the greatest number of elements.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    .init(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Fixes the number of elements.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    .init(.minimumCount(count), .maximumCount(count))
  }

  /// Restricts every element.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(elements: guide)
  }

  private init<Element>(elements guide: GenerationGuide<Element>) where Value == [Element] {
    constraints = guide.constraints.map { .element($0) }
  }
}

// MARK: Arrays of an element type yet unknown

/// `@Guide(.count(3))` is type-checked by itself, where nothing says what the elements are. These overloads give the
/// compiler an answer; the macro then writes the guide again where the type of the property is known.
extension GenerationGuide where Value == [Never] {
  /// Sets the least number of elements.
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> { .init(.minimumCount(count)) }

  /// Sets the greatest number of elements.
  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> { .init(.maximumCount(count)) }

  /// Sets the least and the greatest number of elements.
  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    .init(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Fixes the number of elements.
  @_disfavoredOverload
  public static func count(_ count: Int) -> GenerationGuide<Value> {
    .init(.minimumCount(count), .maximumCount(count))
  }
}
