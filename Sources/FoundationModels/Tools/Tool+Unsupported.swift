// SPDX-License-Identifier: Apache-2.0
import Foundation

// Arguments are an object with named properties, so a bare value cannot be one. The compiler says so where such a tool
// is declared; the bodies are never reached.

extension Tool where Arguments == String {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'String' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { String.generationSchema }
}

extension Tool where Arguments == Int {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Int' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Int.generationSchema }
}

extension Tool where Arguments == Double {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Double' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Double.generationSchema }
}

extension Tool where Arguments == Float {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Float' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Float.generationSchema }
}

extension Tool where Arguments == Decimal {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Decimal' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Decimal.generationSchema }
}

extension Tool where Arguments == Bool {
  /// Unavailable: wrap the value in a generable struct.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Bool' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Bool.generationSchema }
}
