# SPDX-License-Identifier: Apache-2.0
"""Times one greedy answer of llama.cpp under a JSON Schema, through the low-level face of llama-cpp-python; prints JSON.

Run by `compare-constrained` and `compare-plan` with the Python of Benchmarks/.venv. The grammar is used as llama.cpp's own programs use it:
the likeliest token is checked first, and all tokens are only where it is refused. The clock runs from the prompt's text
to the last token, the grammar's making included, the model's loading not.
"""
import argparse
import ctypes
import json
import re
import sys
import time
from pathlib import Path

import llama_cpp
import numpy
from llama_cpp.llama_chat_format import Jinja2ChatFormatter


@llama_cpp.llama_log_callback
def quiet(level, text, data):
    pass


CANDIDATE = numpy.dtype([("id", numpy.int32), ("logit", numpy.float32), ("p", numpy.float32)], align=True)


class Grammar:
    """A grammar's state, asked for one token or for all."""

    def __init__(self, vocabulary, text):
        self.sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, text.encode(), b"root")
        if not self.sampler:
            sys.exit("llama.cpp does not take the grammar")

    def apply(self, candidates):
        array = llama_cpp.llama_token_data_array(
            data=candidates.ctypes.data_as(llama_cpp.llama_token_data_p), size=len(candidates), selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(self.sampler, ctypes.byref(array))

    def choose(self, logits):
        best = int(logits.argmax())
        one = numpy.array([(best, logits[best], 0)], dtype=CANDIDATE)
        self.apply(one)
        if numpy.isfinite(one["logit"][0]):
            return best
        every = numpy.zeros(len(logits), dtype=CANDIDATE)
        every["id"] = numpy.arange(len(logits))
        every["logit"] = logits
        self.apply(every)
        return int(every["id"][every["logit"].argmax()])


def plain(schema):
    """The schema with patterns in the few forms that llama.cpp reads: groups of one kind, no escapes."""
    def escape(match):
        if match[0] == "['\\-]":
            return "['-]"
        return match[1] if match[1] in "-/" else f"[{match[1]}]"

    if isinstance(schema, list):
        return [plain(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: re.sub(r"\['\\-\]|\\([^\w\s])", escape, value.replace("(?:", "(")) if key == "pattern" and isinstance(value, str)
            else plain(value) for key, value in schema.items()}


def metadata(model, key):
    buffer = ctypes.create_string_buffer(1 << 16)
    length = llama_cpp.llama_model_meta_val_str(model, key.encode(), buffer, len(buffer))
    return buffer.value.decode() if length >= 0 else None


def decode(context, ids):
    tokens = (llama_cpp.llama_token * len(ids))(*ids)
    if llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(tokens, len(ids))) != 0:
        sys.exit("llama_decode failed")


def answer(model, context, prompt, schema, limit):
    """Seconds, tokens and text of one answer on an empty cache."""
    vocabulary = llama_cpp.llama_model_get_vocab(model)
    size = llama_cpp.llama_vocab_n_tokens(vocabulary)
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), False)
    start = time.perf_counter()
    grammar = Grammar(vocabulary, llama_cpp.llama_grammar.json_schema_to_gbnf(schema))
    text = prompt.encode()
    ids = (llama_cpp.llama_token * (len(text) + 8))()
    count = llama_cpp.llama_tokenize(vocabulary, text, len(text), ids, len(ids), False, True)
    decode(context, list(ids[:count]))
    answer = []
    while len(answer) < limit:
        logits = numpy.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(context, -1), shape=(size,))
        token = grammar.choose(logits)
        if llama_cpp.llama_vocab_is_eog(vocabulary, token):
            break
        llama_cpp.llama_sampler_accept(grammar.sampler, token)
        answer.append(token)
        decode(context, [token])
    seconds = time.perf_counter() - start
    llama_cpp.llama_sampler_free(grammar.sampler)
    pieces = b""
    buffer = ctypes.create_string_buffer(512)
    for token in answer:
        length = llama_cpp.llama_token_to_piece(vocabulary, token, buffer, len(buffer), 0, False)
        pieces += buffer.raw[:length]
    return seconds, count, answer, pieces.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-m", required=True)
    parser.add_argument("--schema", type=Path, required=True)
    parser.add_argument("-f", type=Path, required=True)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--raw", action="store_true", help="the prompt's file holds the template's text already")
    options = parser.parse_args()
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(options.m.encode(), llama_cpp.llama_model_default_params())
    if not model:
        sys.exit(f"llama.cpp cannot load {options.m}")
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = 4096
    parameters.n_batch = 2048
    parameters.n_ubatch = 512
    parameters.n_threads = options.t
    parameters.n_threads_batch = options.t
    parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_AUTO
    context = llama_cpp.llama_init_from_model(model, parameters)
    if not context:
        sys.exit("llama.cpp cannot make a context")
    prompt = options.f.read_text()
    if not options.raw:
        formatter = Jinja2ChatFormatter(template=metadata(model, "tokenizer.chat_template"), eos_token="", bos_token="")
        prompt = formatter(messages=[{"role": "user", "content": prompt.removesuffix("\n")}]).prompt
    schema = json.dumps(plain(json.loads(options.schema.read_text())), ensure_ascii=False)
    # Brings the weights into memory.
    decode(context, [1])
    seconds, prompted, tokens, text = answer(model, context, prompt, schema, options.n)
    print(json.dumps({
        "engine": f"llama.cpp (llama-cpp-python {llama_cpp.__version__})", "n_prompt": prompted, "n_gen": len(tokens),
        "seconds": seconds, "text": text,
    }))


main()
