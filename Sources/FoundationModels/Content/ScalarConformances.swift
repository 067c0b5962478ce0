// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON

extension Bool: Generable {
  /// The schema of a boolean.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "boolean"])) }

  /// Reads a boolean.
  public init(_ content: GeneratedContent) throws {
    guard case .bool(let value) = content.storage else { throw content.mismatch("a boolean") }
    self = value
  }

  /// The boolean as content.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .bool(self)) }
}

extension String: Generable {
  /// The schema of a string.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "string"])) }

  /// Reads a string.
  public init(_ content: GeneratedContent) throws {
    guard case .string(let value) = content.storage else { throw content.mismatch("a string") }
    self = value
  }

  /// The string as content.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .string(self)) }
}

extension Int: Generable {
  /// The schema of an integer.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "integer"])) }

  /// Reads a number that is an integer and fits.
  public init(_ content: GeneratedContent) throws {
    guard let value = try content.number().int else { throw content.mismatch("an integer of 64 bits") }
    self = value
  }

  /// The integer as content.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .number(JSONNumber(self))) }
}

extension Double: Generable {
  /// The schema of a number.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "number"])) }

  /// Reads a number.
  public init(_ content: GeneratedContent) throws { self = try content.number().double }

  /// The number as content; infinities and NaN, which JSON lacks, become 0.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .number(JSONNumber(self))) }
}

extension Float: Generable {
  /// The schema of a number.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "number"])) }

  /// Reads a number.
  public init(_ content: GeneratedContent) throws {
    let number = try content.number()
    // From the digits: by way of `Double` a value could be rounded twice.
    self = Float(number.text) ?? Float(number.double)
  }

  /// The number as content; infinities and NaN, which JSON lacks, become 0.
  public var generatedContent: GeneratedContent {
    // The shortest digits of the `Float`, not those of the nearest `Double`.
    GeneratedContent(storage: .number(JSONNumber(Double("\(self)") ?? Double(self))))
  }
}

extension Decimal: Generable {
  /// The schema of a number.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["type": "number"])) }

  /// Reads a number, all its digits.
  public init(_ content: GeneratedContent) throws {
    let text = try content.number().text
    guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
      throw content.mismatch("a decimal number")
    }
    self = value
  }

  /// The number as content, all its digits.
  public var generatedContent: GeneratedContent { GeneratedContent(storage: .number(JSONNumber(decimal: self))) }
}

extension Never: Generable {
  /// A schema that no value follows.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(["enum": []])) }

  /// Always throws: there is no value.
  public init(_ content: GeneratedContent) throws { throw content.mismatch("nothing") }

  /// Never called: there is no value.
  public var generatedContent: GeneratedContent { switch self {} }
}

extension GeneratedContent {
  fileprivate func number() throws -> JSONNumber {
    guard case .number(let number) = storage else { throw mismatch("a number") }
    return number
  }
}

extension JSONNumber {
  /// A decimal number with all its digits; NaN, which JSON lacks, becomes 0.
  init(decimal: Decimal) {
    self = decimal.isNaN ? JSONNumber(0) : JSONNumber(uncheckedText: "\(decimal)")
  }
}
