// SPDX-License-Identifier: Apache-2.0
#include "AllocationCounter.h"

#include <errno.h>

#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static __thread long allocations;
static __thread bool is_counting;

#if defined(__linux__) && defined(__GLIBC__) && !defined(HAS_SANITIZER)

// Definitions in an executable take the place of the library's, for the Swift runtime as well; glibc gives its own under
// these names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(void) {
  if (is_counting) allocations++;
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

bool allocation_counter_works(void) { return true; }

#else

bool allocation_counter_works(void) { return false; }

#endif

void allocation_counter_start(void) {
  allocations = 0;
  is_counting = true;
}

long allocation_counter_stop(void) {
  is_counting = false;
  return allocations;
}
