// SPDX-License-Identifier: Apache-2.0
// Makes the vector intrinsics of the host processor visible to Swift, and the instructions that clang offers only as
// macros or built-ins. Holds no logic.
#pragma once
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/// The state components that the operating system saves (XCR0). Only valid where CPUID reports OSXSAVE.
static inline unsigned long long read_extended_control_register(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((unsigned long long)high << 32) | low;
}

/// Rounds to IEEE half precision, ties to even.
__attribute__((target("f16c"))) static inline __m128i half_from_float_256(__m256 value) {
  return _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT);
}

__attribute__((target("avx512f"))) static inline __m256i half_from_float_512(__m512 value) {
  return _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT);
}
#endif

/// Asks for the cache line at an address that may lie anywhere; never faults.
static inline void prefetch_line(const void *address) { __builtin_prefetch(address); }

/// The same into the second-level cache, which has room for what is used later.
static inline void prefetch_line_to_second_level(const void *address) { __builtin_prefetch(address, 0, 2); }

/// Tells the processor that this is a waiting loop.
static inline void spin_loop_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}
