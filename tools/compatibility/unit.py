# SPDX-License-Identifier: Apache-2.0
"""A module among client sources."""
import dataclasses
import re
from pathlib import Path

from . import sources
from .mode import Mode


@dataclasses.dataclass
class Unit:
    """The files that make one module."""

    label: str
    module: str
    files: list[Path]
    mode: Mode
    # Names of units in the same folder that it may import.
    needs: list[str] = dataclasses.field(default_factory=list)
    is_test: bool = False


def module_name(text: str) -> str:
    name = re.sub(r"\W", "_", text) or "Client"
    return f"_{name}" if name[0].isdigit() else name


def loose(label: str, files: list[Path], asked: Mode, module: str | None = None) -> Unit:
    mode = asked
    if mode.kind is None:
        if any(file.name == "main.swift" for file in files):
            mode = dataclasses.replace(mode, kind="executable")
        elif len(files) == 1 and _begins_script(files[0]):
            mode = dataclasses.replace(mode, kind="script")
        else:
            mode = dataclasses.replace(mode, kind="library")
    name = module or module_name(Path(label).stem if len(files) == 1 else Path(label).name)
    # A module may not have the name of one that it imports.
    if any(name in sources.imports(file) for file in files):
        name += "Client"
    return Unit(label, name, files, mode, is_test=any({"Testing", "XCTest"} & sources.imports(f) for f in files))


def _begins_script(file: Path) -> bool:
    return sources.text(file).startswith("#!")
