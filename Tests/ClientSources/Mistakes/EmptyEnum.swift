// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable enum Nothing {}
