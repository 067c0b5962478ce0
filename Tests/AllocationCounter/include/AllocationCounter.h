// SPDX-License-Identifier: Apache-2.0
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

#include "ReferenceCounter.h"

// Counts what a thread allocates on the heap between two calls. Each thread counts for itself, so that tests beside it change
// nothing.

/// Whether allocations are counted: on Linux with glibc, without a sanitizer, which replaces malloc itself.
bool allocation_counter_works(void);
void allocation_counter_start(void);
long allocation_counter_stop(void);

#endif
