// SPDX-License-Identifier: Apache-2.0
import FoundationModels

#if canImport(SwiftUI)
  import SwiftUI
#endif

@Generable
struct Cat {
  @Guide(description: "A name")
  var name: String
  @Guide(.range(0...20))
  var age: Int
}
