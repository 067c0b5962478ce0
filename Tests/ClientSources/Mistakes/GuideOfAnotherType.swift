// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable struct Mixed {
  @Guide(.range(1...2)) var a: String
}
