# SPDX-License-Identifier: Apache-2.0
"""A worker for compare-masks: llguidance or xgrammar behind the requests and answers of mask-bench.

    peer.py ENGINE [--tokenizer FILE --rows N --ends ID,…] [--lenient] [--strict] [--compact]

One request a line on standard input, one answer a line on standard output; see MaskRequest.swift and MaskResult in
compare-masks. Without a tokenizer, texts are read byte by byte. One thread; nothing is sampled from a model.
"""
import os

for name in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["HF_HUB_OFFLINE"] = "1"
import argparse
import base64
import gc
import json
import sys
import time

import numpy


class LLGuidance:
    """Whitespace as its defaults have it (any amount), the order of properties as it compiles them."""

    def __init__(self, options):
        import llguidance
        self.module, self.options = llguidance, options
        if options.tokenizer:
            text = open(options.tokenizer, encoding="utf-8").read()
            self.tokenizer = llguidance.LLTokenizer(text, n_vocab=options.rows, eos_token=options.ends)
        else:
            self.tokenizer = llguidance.LLTokenizer("byte")
        self.words = numpy.zeros((1, (self.tokenizer.vocab_size + 31) // 32), dtype=numpy.int32)
        self.address, self.size = self.words.ctypes.data, self.words.nbytes

    def compile(self, schema):
        overrides = {}
        if self.options.lenient:
            overrides["lenient"] = True
        if self.options.compact:
            overrides["whitespace_flexible"] = False
        if schema.lstrip().startswith("{"):
            grammar = self.module.LLMatcher.grammar_from_json_schema(schema, overrides=overrides or None)
        else:  # `true` and `false`, which that function does not take
            grammar = json.dumps({"grammars": [{"json_schema": json.loads(schema)}]})
        matcher = self.module.LLMatcher(self.tokenizer, grammar, log_level=0)
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        self.first = matcher

    def start(self):
        self.matcher = self.first.deep_copy()

    def fill(self):
        self.matcher.unsafe_compute_mask_ptr(self.address, self.size)

    def accept(self, token):
        return self.matcher.consume_token(token)

    def can_end(self):
        return self.matcher.is_accepting()

    def failure(self):
        return self.matcher.get_error() if self.matcher.is_error() else None

    def forced(self):
        return list(self.matcher.compute_ff_tokens())

    def reads(self, text):
        self.start()
        tokens = self.tokenizer.tokenize_bytes(text.encode())
        return self.matcher.try_consume_tokens(tokens) == len(tokens) and self.matcher.is_accepting()


class XGrammar:
    """As JSON Schema reads it by default (undeclared properties allowed), its own strict reading on request."""

    def __init__(self, options):
        import torch
        import xgrammar
        torch.set_num_threads(1)
        self.module, self.options = xgrammar, options
        if not options.tokenizer:
            return
        from transformers import PreTrainedTokenizerFast
        tokenizer = PreTrainedTokenizerFast(tokenizer_file=options.tokenizer, clean_up_tokenization_spaces=False)
        self.info = xgrammar.TokenizerInfo.from_huggingface(
            tokenizer, vocab_size=options.rows, stop_token_ids=options.ends)
        self.mask = xgrammar.allocate_token_bitmask(1, options.rows)
        self.words = self.mask.numpy()

    def compile(self, schema):
        form = {"any_whitespace": not self.options.compact, "strict_mode": self.options.strict}
        if self.options.compact:
            form["separators"] = (",", ":")
        if not self.options.tokenizer:
            self.grammar = self.module.Grammar.from_json_schema(schema, **form)
            return
        compiler = self.module.GrammarCompiler(self.info, max_threads=1, enable_dynamic_compilation=self.options.lazy)
        self.compiled = compiler.compile_json_schema(schema, **form)

    def start(self):
        self.matcher = self.module.GrammarMatcher(self.compiled)

    def fill(self):
        self.matcher.fill_next_token_bitmask(self.mask)

    def accept(self, token):
        return self.matcher.accept_token(token)

    def can_end(self):
        return self.matcher.is_completed()

    def failure(self):
        return None

    def forced(self):
        return list(self.matcher.find_jump_forward_tokens())

    def reads(self, text):
        from xgrammar.testing import _is_grammar_accept_string
        return _is_grammar_accept_string(self.grammar, text)


clock = time.perf_counter_ns


def follow(engine, bits, test):
    """Mask, bit, accept for each token; then whether the text may end."""
    engine.start()
    masks, accepts, dumps, position = [], [], {}, 0
    dumped = set(test.get("dump", []))
    accepted = True
    for token in test["ids"]:
        begin = clock()
        engine.fill()
        masks.append((clock() - begin) / 1e3)
        if position in dumped:
            dumps[str(position)] = base64.b64encode(bits.tobytes()).decode()
        if not int(bits[token >> 5]) >> (token & 31) & 1:
            accepted = False
            break
        begin = clock()
        taken = engine.accept(token)
        accepts.append((clock() - begin) / 1e3)
        if not taken:
            return {"accepted": False, "at": position, "error": "the mask allows a token that is refused"}
        position += 1
    result = {"accepted": bool(accepted and engine.can_end()), "at": position, "mask_us": masks, "accept_us": accepts}
    if dumps:
        result["masks"] = dumps
    if engine.failure():
        result["error"] = engine.failure()[:300]
    return result


def forced(engine, test):
    """Tokens forced along the canonical tokens of a text, and forced runs that differ from these."""
    engine.start()
    ids, position, places, runs, strange = test["ids"], 0, [], 0, 0
    while position < len(ids):
        run = engine.forced()
        if run:
            runs += 1
            same = 0
            while same < len(run) and position + same < len(ids) and run[same] == ids[position + same]:
                same += 1
            strange += same < len(run)
            places += range(position, position + same)
            run = run[:same]
        # Where nothing is forced, or the run begins differently, the text's own token leads on.
        for token in run or ids[position:position + 1]:
            if not engine.accept(token):
                return {"accepted": False, "at": position}
            position += 1
    return {"accepted": bool(engine.can_end()), "at": position, "tokens": len(ids), "forced": len(places), "runs": runs,
            "not_canonical": strange, "forced_at": places}


def answer(engine, request):
    result = {}
    gc.collect()
    gc.disable()
    begin = clock()
    try:
        engine.compile(request["schema"])
    except Exception as error:
        return {"compile_us": (clock() - begin) / 1e3, "error": f"{type(error).__name__}: {error}"[:300]}
    finally:
        gc.enable()
    result["compile_us"] = (clock() - begin) / 1e3
    if hasattr(engine, "compiled"):
        result["bytes"] = engine.compiled.memory_size_bytes
    bits = engine.words.view(numpy.uint32)[0] if hasattr(engine, "words") else None
    result["tests"] = []
    gc.disable()
    for test in request["tests"]:
        try:
            if "ids" not in test:
                result["tests"].append({"accepted": bool(engine.reads(test["text"]))})
            elif request.get("forced"):
                result["tests"].append(forced(engine, test))
            else:
                result["tests"].append(follow(engine, bits, test))
        except Exception as error:
            result["tests"].append({"accepted": False, "error": f"{type(error).__name__}: {error}"[:300]})
    gc.enable()
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=["llguidance", "xgrammar"])
    parser.add_argument("--tokenizer")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--ends", type=lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("--lenient", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--lazy", action="store_true")
    parser.add_argument("--compact", action="store_true")
    options = parser.parse_args()
    # Libraries may print; the answers keep the real standard output to themselves.
    output = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    engine = {"llguidance": LLGuidance, "xgrammar": XGrammar}[options.engine](options)
    output.write('{"ready": true}\n')
    for line in sys.stdin:
        output.write(json.dumps(answer(engine, json.loads(line))) + "\n")


main()
