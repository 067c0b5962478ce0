// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable struct Dated { var a: [String: Int] }
