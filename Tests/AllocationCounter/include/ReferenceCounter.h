// SPDX-License-Identifier: Apache-2.0
#ifndef REFERENCE_COUNTER_H
#define REFERENCE_COUNTER_H

#include <stdbool.h>

// Counts a thread's calls that retain or release a Swift object, between two calls. Each thread counts for itself.

/// Whether references are counted: on Linux with glibc and a Swift runtime that is linked dynamically, without a sanitizer.
bool reference_counter_works(void);
void reference_counter_start(void);
long reference_counter_stop(void);

#endif
