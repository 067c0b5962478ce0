// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable struct Computed {
  @Guide(description: "x") var a: Int { 1 }
}
