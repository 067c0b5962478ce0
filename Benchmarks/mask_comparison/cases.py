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


# The splits of JSONSchemaBench, and those that MaskBench adds: how many schemas of each `by_split` takes.
SPLITS = dict.fromkeys(["Github_trivial", "Github_easy", "Github_medium", "Github_hard", "Github_ultra", "Glaiveai2K",
                        "Kubernetes", "Snowplow", "WashingtonPost", "JsonSchemaStore"], 25) | {
    "BFCL": 12, "JME": 10, "MCPspec": 10, "Handwritten": 8, "Synthesized": 10}


def has_instances(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    return isinstance(document, dict) and bool(document.get("tests"))


def choose_by_split(names, seed):
    """Schemas with instances, so many of each split as SPLITS says; those of a split are listed by their names."""
    generator = random.Random(seed)
    chosen = []
    for split, count in SPLITS.items():
        own = [path for path in names
               if (path.name.split("---")[0] if "---" in path.name else path.name.split("_")[0]) == split and has_instances(path)]
        chosen += sorted(generator.sample(own, min(count, len(own))))
    return chosen


def mask_bench(folder, sample=None, seed=0, by_split=False):
    """The files of a folder in MaskBench's form: {"schema": …, "tests": [{"valid": …, "data": …}]}.

    With a sample: so many of them, the same for the same seed, in the order of their names."""
    names = sorted(path for path in Path(folder).glob("*.json"))
    if by_split:
        names = choose_by_split(names, seed)
    elif sample is not None and sample < len(names):
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
    """Gives every instance its text and, with `encode`, its canonical tokens."""
    for case in cases:
        for test in case.tests:
            test.text = dumps(test.value, compact)
            test.ids = encode(test.text) if encode else []
