# SPDX-License-Identifier: Apache-2.0
"""Scores a text with llama.cpp the way its perplexity tool does, through llama-cpp-python; prints one JSON object.

Run by `compare-perplexity` with the Python of Benchmarks/.venv. Windows do not overlap, and what is left at the end is dropped;
each begins with the beginning-of-sequence token where the vocabulary asks for one; the tokens behind the middle of a window
are scored, each given those before it.
"""
import argparse
import ctypes
import json
import math
import pathlib
import sys

import llama_cpp
import numpy


@llama_cpp.llama_log_callback
def quiet(level, text, data):
    pass


def tokens_of(vocabulary, text):
    """The ids of a text, with what the vocabulary adds around it; names of special tokens in it are plain text."""
    data = text.encode()
    room = len(data) + 16
    ids = (llama_cpp.llama_token * room)()
    count = llama_cpp.llama_tokenize(vocabulary, data, len(data), ids, room, True, False)
    if count < 0:
        sys.exit("llama.cpp cannot tokenise the text")
    return list(ids[:count])


def losses(context, window, size):
    """−log p of the tokens behind position n/2."""
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), True)
    batch = llama_cpp.llama_batch_init(len(window), 0, 1)
    try:
        batch.n_tokens = len(window)
        for index, token in enumerate(window):
            batch.token[index], batch.pos[index] = token, index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = index >= len(window) // 2
        if llama_cpp.llama_decode(context, batch) != 0:
            sys.exit("llama_decode failed")
        llama_cpp.llama_synchronize(context)
        found = []
        for index in range(len(window) // 2, len(window) - 1):
            row = numpy.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(context, index), shape=(size,)).astype(numpy.float64)
            top = row.max()
            found.append(float(top + math.log(numpy.exp(row - top).sum()) - row[window[index + 1]]))
        return found
    finally:
        llama_cpp.llama_batch_free(batch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", required=True)
    parser.add_argument("-f", required=True, type=pathlib.Path)
    parser.add_argument("-c", type=int, default=512)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--chunks", type=int, default=-1)
    options = parser.parse_args()
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(options.m.encode(), llama_cpp.llama_model_default_params())
    if not model:
        sys.exit(f"llama.cpp cannot load {options.m}")
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = parameters.n_batch = options.c
    parameters.n_ubatch = options.c
    parameters.n_threads = parameters.n_threads_batch = options.t
    context = llama_cpp.llama_init_from_model(model, parameters)
    if not context:
        sys.exit("llama.cpp cannot make a context")
    vocabulary = llama_cpp.llama_model_get_vocab(model)
    size = llama_cpp.llama_vocab_n_tokens(vocabulary)
    ids = tokens_of(vocabulary, options.f.read_text(encoding="utf-8"))
    count = len(ids) // options.c
    if options.chunks >= 0:
        count = min(count, options.chunks)
    found = []
    for index in range(count):
        window = ids[index * options.c:(index + 1) * options.c]
        if llama_cpp.llama_vocab_get_add_bos(vocabulary):
            window[0] = llama_cpp.llama_vocab_bos(vocabulary)
        found += losses(context, window, size)
    if not found:
        sys.exit(f"the text has {len(ids)} tokens, fewer than one window of {options.c}")
    print(json.dumps({"perplexity": math.exp(sum(found) / len(found)), "tokens": len(found), "text_tokens": len(ids)}))


main()
