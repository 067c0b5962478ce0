# SPDX-License-Identifier: Apache-2.0
"""The schemas and instances that engines are compared on."""
import json
import random
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Test:
    description: str
    is_valid: bool
    value: object
    text: str = ""
    ids: list = field(default_factory=list)


@dataclass
class Case:
    """One schema with its instances; `name` tells the file, and the group within it."""
    name: str
    schema: str
    tests: list


def mask_bench(folder, sample=None, seed=0):
    """The files of a folder in MaskBench's form: {"schema": …, "tests": [{"valid": …, "data": …}]}.

    With a sample: so many of them, the same for the same seed, in the order of their names."""
    names = sorted(path for path in Path(folder).glob("*.json"))
    if sample is not None and sample < len(names):
        names = sorted(random.Random(seed).sample(names, sample))
    cases = []
    for path in names:
        document = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(document, dict) or "schema" not in document:
            continue
        tests = [Test(test.get("description", ""), bool(test["valid"]), test["data"])
                 for test in document.get("tests") or []]
        cases.append(Case(path.name, json.dumps(document["schema"], ensure_ascii=False), tests))
    return cases


def test_suite(folder):
    """The groups of JSON Schema Test Suite files: every file of the folder, and the optional ones about formats and patterns."""
    folder = Path(folder)
    files = sorted(folder.glob("*.json")) + sorted((folder / "optional" / "format").glob("*.json"))
    files += [path for path in [folder / "optional" / "ecmascript-regex.json"] if path.exists()]
    cases = []
    for path in files:
        for group in json.loads(path.read_text(encoding="utf-8")):
            tests = [Test(test["description"], test["valid"], test["data"], dumps(test["data"])) for test in group["tests"]]
            name = f"{path.relative_to(folder).with_suffix('')} / {group['description']}"
            cases.append(Case(name, json.dumps(group["schema"], ensure_ascii=False), tests))
    return cases


def remote_documents(folder):
    """The documents that the suite serves at its own address, by URI, and the metaschemas that `jsonschema` brings along."""
    folder = Path(folder)
    remotes = folder.parent.parent / "remotes"
    documents = {f"http://localhost:1234/{path.relative_to(remotes)}": json.loads(path.read_text(encoding="utf-8"))
                 for path in sorted(remotes.rglob("*.json"))}
    from jsonschema_specifications import REGISTRY
    for uri in REGISTRY:
        documents.setdefault(uri.rstrip("#"), REGISTRY.contents(uri))
    return documents


def dumps(value, compact=False):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else None)


def tokenize(cases, encode, compact=False):
    """Gives every instance its text and its canonical tokens."""
    for case in cases:
        for test in case.tests:
            test.text = dumps(test.value, compact)
            test.ids = encode(test.text)
