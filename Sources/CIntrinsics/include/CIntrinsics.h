// SPDX-License-Identifier: Apache-2.0
// Makes the vector intrinsics of the host processor visible to Swift. Holds no logic.
#pragma once
#if defined(__x86_64__)
#include <immintrin.h>
#endif
