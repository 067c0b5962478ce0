// SPDX-License-Identifier: Apache-2.0
// Tells the Thread Sanitizer of the slow path of Swift's `Mutex`.
//
// On Linux a `Mutex` that is free is taken by an atomic operation in the caller's own code, which the sanitizer sees. One that is
// held is taken and given away inside libswiftSynchronization, which is not built with the sanitizer, so that every contended lock
// looks like no lock. This library is loaded before it (`tools/test --sanitize thread`), calls its functions and adds what is missing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

static void *original(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock_slow(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT bool try_lock_slow(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  SWIFT void (*next)(uint32_t, SELF void *) = original("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
  SWIFT void (*next)(SELF void *) = original("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(mutex);
  next(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  SWIFT bool (*next)(SELF void *) = original("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
  bool taken = next(mutex);
  if (taken && __tsan_acquire) __tsan_acquire(mutex);
  return taken;
}
