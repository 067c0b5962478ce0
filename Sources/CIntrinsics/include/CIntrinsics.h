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
#endif

/// Asks for the cache line at an address that will be read soon; never faults.
static inline void prefetch_for_reading(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Tells the processor that this is a waiting loop.
static inline void spin_loop_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}
