# SPDX-License-Identifier: Apache-2.0
"""Times llama.cpp the way llama-bench does, through the low-level face of llama-cpp-python; prints one JSON object.

Run by `compare` with the Python of Benchmarks/.venv. Only llama_decode and llama_synchronize are inside the clock: no
tokenising, no sampling. One call into the library costs some ten microseconds of Python, which is under a thousandth of a
token's time.
"""
import argparse
import ctypes
import json
import random
import sys
import time

import llama_cpp


@llama_cpp.llama_log_callback
def quiet(level, text, data):
    pass


def decode(context, ids):
    """Processes `ids` in one batch; logits are computed for the last only."""
    tokens = (llama_cpp.llama_token * len(ids))(*ids)
    if llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(tokens, len(ids))) != 0:
        sys.exit("llama_decode failed")
    llama_cpp.llama_synchronize(context)


def clear(context):
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), False)


def prefill(context, ids):
    """Seconds to process a prompt into an empty cache."""
    clear(context)
    start = time.perf_counter()
    decode(context, ids)
    return time.perf_counter() - start


def generate(context, ids):
    """Seconds to process tokens one at a time into an empty cache."""
    clear(context)
    start = time.perf_counter()
    for token in ids:
        decode(context, [token])
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", required=True)
    parser.add_argument("-p", type=int, default=512)
    parser.add_argument("-n", type=int, default=128)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("-r", type=int, default=3)
    options = parser.parse_args()

    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(options.m.encode(), llama_cpp.llama_model_default_params())
    if not model:
        sys.exit(f"llama.cpp cannot load {options.m}")
    parameters = llama_cpp.llama_context_default_params()
    # The defaults of llama-bench: batch 2048, micro-batch 512, flash attention where it applies, f16 KV cache.
    parameters.n_ctx = max(options.p, options.n)
    parameters.n_batch = 2048
    parameters.n_ubatch = 512
    parameters.n_threads = options.t
    parameters.n_threads_batch = options.t
    parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_AUTO
    context = llama_cpp.llama_init_from_model(model, parameters)
    if not context:
        sys.exit("llama.cpp cannot make a context")

    vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model))
    source = random.Random(1)
    prompt = [source.randrange(vocabulary) for _ in range(options.p)]
    answer = [source.randrange(vocabulary) for _ in range(options.n)]
    prefill(context, prompt)
    generate(context, answer[:1])
    print(json.dumps({
        "engine": f"llama.cpp (llama-cpp-python {llama_cpp.__version__})",
        "system": llama_cpp.llama_print_system_info().decode(errors="replace").strip(),
        "prefill_tokens_per_second": [options.p / prefill(context, prompt) for _ in range(options.r)],
        "decode_tokens_per_second": [options.n / generate(context, answer) for _ in range(options.r)],
    }))


main()
