# SPDX-License-Identifier: Apache-2.0
"""What the scripts beside this file share: finding models, building infer, running programs that print JSON."""
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Failure(Exception):
    """A message for the person at the keyboard: what went wrong and what to do next."""


def find_model(name):
    """The file of a path or of a name in the manifest."""
    if Path(name).is_file():
        return Path(name).resolve()
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for folder in (ROOT / "weights", Path(base) / "infer" / "weights"):
        if (folder / f"{name}.gguf").is_file():
            return folder / f"{name}.gguf"
    raise Failure(f"no model '{name}': give a path, or run tools/fetch-weights {name}")


def build_ours():
    """Builds infer in the release configuration and gives its path."""
    command = ["swift", "build", "-c", "release", "--product", "infer", "--package-path", ROOT]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        raise Failure("infer does not build")
    shown = subprocess.run([*command, "--show-bin-path"], capture_output=True, text=True)
    return Path(shown.stdout.strip()) / "infer"


def run(command, text=None):
    outcome = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True)
    if outcome.returncode != 0:
        raise Failure(f"{command[0]} failed with exit code {outcome.returncode}:\n{outcome.stderr.strip()}")
    return json.loads(outcome.stdout)
