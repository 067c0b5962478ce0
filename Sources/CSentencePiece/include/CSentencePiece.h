// SPDX-License-Identifier: Apache-2.0
#ifndef CSENTENCEPIECE_H
#define CSENTENCEPIECE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded SentencePiece model. Immutable: any number of threads may encode with one at the same time.
typedef struct csp_model csp_model;

/// Loads a model from a serialised `sentencepiece.ModelProto`.
///
/// Returns NULL on failure and then sets `*error` to a message that the caller frees with `csp_free`.
/// No C++ exception leaves any of these functions.
csp_model *_Nullable csp_load(const uint8_t *_Nonnull proto, size_t size, char *_Nullable *_Nonnull error);

/// Encodes `size` bytes of UTF-8 into token ids.
///
/// Returns 1 and sets `*ids` (freed by the caller with `csp_free`, NULL where there are none) and `*count`;
/// or returns 0 and sets `*error` as `csp_load` does.
int csp_encode(
    const csp_model *_Nonnull model, const uint8_t *_Nonnull text, size_t size, int32_t *_Nullable *_Nonnull ids,
    size_t *_Nonnull count, char *_Nullable *_Nonnull error);

void csp_model_free(csp_model *_Nullable model);
void csp_free(void *_Nullable memory);

#ifdef __cplusplus
}
#endif

#endif
