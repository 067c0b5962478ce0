// SPDX-License-Identifier: Apache-2.0
import FoundationModels

struct Plain {}
let prompt = Prompt { Plain() }
