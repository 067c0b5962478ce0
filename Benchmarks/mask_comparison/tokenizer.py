# SPDX-License-Identifier: Apache-2.0
"""The vocabulary of a GGUF file as a file of the Python package `tokenizers`, for the peers and for canonical tokens."""
import json

# How Qwen 2 cuts text before merging; the one rule needed here.
QWEN2 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
         r"|\s*[\r\n]+|\s+(?!\S)|\s+")
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4


def write(model, target):
    """Writes tokenizer.json for a byte-level BPE model; False where the file holds another kind of vocabulary."""
    from gguf import GGUFReader
    reader = GGUFReader(model)

    def value(key):
        field = reader.fields.get(key)
        return field.contents() if field else None

    if value("tokenizer.ggml.model") != "gpt2" or value("tokenizer.ggml.pre") != "qwen2":
        return False
    vocabulary, added = {}, []
    types = value("tokenizer.ggml.token_type")
    for index, (token, kind) in enumerate(zip(value("tokenizer.ggml.tokens"), types)):
        if kind == NORMAL:
            vocabulary[token] = index
        elif kind in (CONTROL, USER_DEFINED):
            added.append({"id": index, "content": token, "special": kind == CONTROL, "single_word": False,
                          "lstrip": False, "rstrip": False, "normalized": False})
    bytes_only = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    cut = {"type": "Split", "pattern": {"Regex": QWEN2}, "behavior": "Isolated", "invert": False}
    target.write_text(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [cut, bytes_only]},
        "post_processor": bytes_only, "decoder": bytes_only,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                  "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False, "vocab": vocabulary,
                  "merges": value("tokenizer.ggml.merges")},
    }, ensure_ascii=False), encoding="utf-8")
    return True


def load(path):
    """A function from text to canonical tokens, and the bytes of each token."""
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(str(path))
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def token_bytes(path, rows):
    """The bytes of each row of the vocabulary; none for special and unused ones."""
    document = json.loads(path.read_text(encoding="utf-8"))
    # The alphabet of byte-level BPE: printable bytes stand for themselves, the others for code points from 256 on.
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    alphabet = {chr(byte): byte for byte in plain}
    alphabet.update({chr(256 + n): byte for n, byte in enumerate(b for b in range(256) if b not in plain)})
    table = [b""] * rows
    for token, index in document["model"]["vocab"].items():
        table[index] = bytes(alphabet[character] for character in token)
    return table
