// SPDX-License-Identifier: Apache-2.0
// A thin C face on libsentencepiece. Holds no logic.
#pragma once
