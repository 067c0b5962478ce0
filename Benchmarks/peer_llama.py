# SPDX-License-Identifier: Apache-2.0
"""Times llama.cpp the way llama-bench does, through the low-level face of llama-cpp-python; prints one JSON object.

Run by `compare` with the Python of Benchmarks/.venv. Only llama_decode and llama_synchronize are inside the clock: no
tokenising, no sampling. One call into the library costs some ten microseconds of Python, which is under a thousandth of a
token's time.

With --first, the time from the library's initialisation to the first token of an answer to --prompt instead: loading the
model, tokenising, the prompt's pass, picking the likeliest token. Starting Python and loading the library are not in it.
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


def generate(context, ids, depth=0):
    """Seconds to process tokens one at a time after the first `depth` of what the cache holds."""
    if depth == 0:
        clear(context)
    else:
        llama_cpp.llama_memory_seq_rm(llama_cpp.llama_get_memory(context), 0, depth, -1)
    start = time.perf_counter()
    for token in ids:
        decode(context, [token])
    return time.perf_counter() - start


def peak_memory():
    """The most bytes that this process has had resident."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM:"))


def load(path):
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(path.encode(), llama_cpp.llama_model_default_params())
    if not model:
        sys.exit(f"llama.cpp cannot load {path}")
    return model


def make_context(model, length, threads):
    """A context with the defaults of llama-bench: batch 2048, micro-batch 512, flash attention where it applies, f16 KV cache."""
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = length
    parameters.n_batch = 2048
    parameters.n_ubatch = 512
    parameters.n_threads = threads
    parameters.n_threads_batch = threads
    parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_AUTO
    # All of the cache of models with sliding windows, so that it can be cut back to its depth.
    parameters.swa_full = True
    context = llama_cpp.llama_init_from_model(model, parameters)
    if not context:
        sys.exit("llama.cpp cannot make a context")
    return context


def first_token(options):
    """Seconds from nothing to the first token."""
    start = time.perf_counter()
    model = load(options.m)
    context = make_context(model, 512, options.t)
    vocabulary = llama_cpp.llama_model_get_vocab(model)
    text = options.prompt.encode()
    tokens = (llama_cpp.llama_token * 256)()
    count = llama_cpp.llama_tokenize(vocabulary, text, len(text), tokens, 256, True, False)
    if count <= 0:
        sys.exit("llama.cpp cannot tokenise the prompt")
    decode(context, list(tokens[:count]))
    logits = llama_cpp.llama_get_logits_ith(context, -1)
    size = llama_cpp.llama_vocab_n_tokens(vocabulary)
    # As quick as a sampler in C: numpy looks for the largest.
    import numpy
    int(numpy.ctypeslib.as_array(logits, shape=(size,)).argmax())
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", required=True)
    parser.add_argument("-p", type=int, default=512)
    parser.add_argument("-n", type=int, default=128)
    parser.add_argument("-d", type=int, default=0)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("-r", type=int, default=3)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--prompt", default="")
    options = parser.parse_args()
    facts = {"engine": f"llama.cpp (llama-cpp-python {llama_cpp.__version__})"}
    if options.first:
        import numpy  # noqa: F401  (outside the clock)
        print(json.dumps(facts | {"first_seconds": first_token(options)}))
        return

    before = peak_memory()
    model = load(options.m)
    context = make_context(model, max(options.p, options.n), options.t)
    vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model))
    source = random.Random(1)
    prompt = [source.randrange(vocabulary) for _ in range(options.p)]
    answer = [source.randrange(vocabulary) for _ in range(options.n)]
    prefill(context, prompt)
    generate(context, answer[:1])
    facts |= {
        "system": llama_cpp.llama_print_system_info().decode(errors="replace").strip(),
        "prefill_tokens_per_second": [options.p / prefill(context, prompt) for _ in range(options.r)],
        "decode_tokens_per_second": [options.n / generate(context, answer) for _ in range(options.r)],
        # What Python and the library took before the model is not llama.cpp's.
        "memory_bytes": peak_memory() - before,
    }
    if options.d > 0:
        llama_cpp.llama_free(context)
        context = make_context(model, options.d + options.n, options.t)
        deep = [source.randrange(vocabulary) for _ in range(options.d)]
        for start in range(0, options.d, 2048):
            decode(context, deep[start:start + 2048])
        generate(context, answer[:1], options.d)
        facts["deep_tokens_per_second"] = [
            options.n / generate(context, answer, options.d) for _ in range(options.r)]
    print(json.dumps(facts))


main()
