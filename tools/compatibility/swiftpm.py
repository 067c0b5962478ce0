# SPDX-License-Identifier: Apache-2.0
"""The modules of a Swift package, and how its manifest wants them compiled."""
import dataclasses
import json
import re
import subprocess
from pathlib import Path

from . import sources
from .mode import Mode
from .unit import Unit, module_name


def units(label: str, root: Path, files: set[Path], asked: Mode) -> list[Unit]:
    """The targets of the package in `root`, each a module, those that others need first."""
    manifest = sources.text(root / "Package.swift")
    guess = _manifest_mode(manifest)
    targets = _dumped_targets(root)
    made = []
    if targets is None:
        targets = [
            {"name": folder.name, "type": "test" if base == "Tests" else "regular", "path": f"{base}/{folder.name}"}
            for base in ("Sources", "Tests")
            for folder in sorted((root / base).glob("*"))
            if folder.is_dir()
        ]
        for target in targets:
            target["dependencies"] = [{"byName": [other["name"], None]} for other in targets if other["type"] != "test"]
    for target in targets:
        path = _target_path(root, target)
        if path is None:
            continue
        excluded = [root / path / name for name in target.get("exclude", [])]
        mine = sorted(
            file
            for file in files
            if (root / path == file or root / path in file.parents)
            and not any(drop == file or drop in file.parents for drop in excluded)
        )
        if not mine:
            continue
        mode = asked.over(_target_mode(target)).over(guess)
        if mode.kind is None:
            entry = any(file.name == "main.swift" for file in mine)
            mode = dataclasses.replace(mode, kind="executable" if entry else "library")
        needs = [name for name in map(_local_dependency, target.get("dependencies", [])) if name]
        made.append(
            Unit(f"{label}/{target['name']}", module_name(target["name"]), mine, mode, needs, target.get("type") == "test")
        )
    return _ordered(made)


def _dumped_targets(root: Path) -> list[dict] | None:
    """The targets as SwiftPM reads the manifest; None when it cannot."""
    try:
        result = subprocess.run(
            ["swift", "package", "--package-path", str(root), "dump-package"], capture_output=True, text=True, timeout=120
        )
        return json.loads(result.stdout)["targets"] if result.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return None


def _target_path(root: Path, target: dict) -> str | None:
    if target.get("path"):
        return target["path"]
    for base in ("Tests", "Sources") if target.get("type") == "test" else ("Sources", "Source", "src", "srcs"):
        if (root / base / target["name"]).is_dir():
            return f"{base}/{target['name']}"
    return "Sources" if (root / "Sources").is_dir() and target.get("type") != "test" else None


def _local_dependency(dependency: dict) -> str | None:
    for key in ("byName", "target"):
        if key in dependency:
            return dependency[key][0]
    return None


def _manifest_mode(manifest: str) -> Mode:
    mode = Mode()
    tools = re.match(r"(?:\s|/\*.*?\*/)*//\s*swift-tools-version\s*:\s*(\d+)", manifest, re.DOTALL)
    if tools is None:
        tools = re.search(r"^//\s*swift-tools-version\s*:\s*(\d+)", manifest, re.MULTILINE)
    if tools:
        mode.language = "6" if int(tools[1]) >= 6 else "5"
    modes = re.search(r"swiftLanguage(?:Modes|Versions)\s*:\s*\[([^\]]*)\]", manifest)
    if modes:
        mode.language = "6" if "6" in modes[1] else "5"
    return mode


def _target_mode(target: dict) -> Mode:
    mode = Mode()
    features, flags = [], []
    for setting in target.get("settings", []):
        if setting.get("tool") != "swift":
            continue
        platforms = setting.get("condition", {}).get("platformNames")
        if platforms and "linux" not in platforms:
            continue
        for name, value in setting.get("kind", {}).items():
            argument = value.get("_0") if isinstance(value, dict) else None
            if name == "swiftLanguageMode":
                mode.language = "6" if str(argument).startswith("6") else "5"
            elif name == "defaultIsolation":
                mode.isolation = "MainActor" if argument == "MainActor" else "nonisolated"
            elif name == "enableUpcomingFeature":
                features.append(argument)
            elif name == "enableExperimentalFeature":
                flags += ["-enable-experimental-feature", argument]
            elif name == "define":
                flags += ["-D", argument]
    mode.features, mode.flags = tuple(features), tuple(flags)
    return mode


def _ordered(found: list[Unit]) -> list[Unit]:
    """Units after those that they need."""
    by_name = {unit.module: unit for unit in found}
    done: list[Unit] = []
    visiting: set[str] = set()

    def visit(unit: Unit) -> None:
        if unit in done or unit.module in visiting:
            return
        visiting.add(unit.module)
        for name in unit.needs:
            if module_name(name) in by_name:
                visit(by_name[module_name(name)])
        done.append(unit)

    for unit in found:
        visit(unit)
    return done
