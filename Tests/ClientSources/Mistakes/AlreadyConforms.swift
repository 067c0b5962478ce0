// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable struct Twice: Generable { var a: Int }
