// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable final class Reference { var a = 1 }
