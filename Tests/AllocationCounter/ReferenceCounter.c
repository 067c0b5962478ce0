// SPDX-License-Identifier: Apache-2.0
// RTLD_NEXT
#define _GNU_SOURCE
#include "ReferenceCounter.h"

#include <dlfcn.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static __thread long references;
static __thread bool is_counting;

#if defined(__linux__) && defined(__GLIBC__) && !defined(HAS_SANITIZER)

// Definitions in an executable take the place of the library's. Weak, so that those of a runtime that is linked into the
// executable win, and nothing is counted then. The runtime's own calls from within are not seen, but for those that begin here.
typedef void *(*reference_function)(void *);

static void *next(const char *name, reference_function *function, void *object) {
  if (is_counting) references++;
  if (!*function) *function = (reference_function)dlsym(RTLD_NEXT, name);
  return (*function)(object);
}

#define COUNTED(name)                              \
  __attribute__((weak)) void *name(void *object) { \
    static reference_function function;            \
    return next(#name, &function, object);         \
  }

COUNTED(swift_retain)
COUNTED(swift_release)
COUNTED(swift_bridgeObjectRetain)
COUNTED(swift_bridgeObjectRelease)

bool reference_counter_works(void) {
  reference_counter_start();
  swift_retain(NULL);
  return reference_counter_stop() == 1;
}

#else

bool reference_counter_works(void) { return false; }

#endif

void reference_counter_start(void) {
  references = 0;
  is_counting = true;
}

long reference_counter_stop(void) {
  is_counting = false;
  return references;
}
