# SPDX-License-Identifier: Apache-2.0
"""Finds the modules in a folder of client sources and guesses how they are meant to be compiled."""
import dataclasses
import json
import re
import subprocess
from collections import Counter
from pathlib import Path

from . import sources
from .mode import Mode, ModeError


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


def units(folder: Path, asked: Mode) -> list[Unit]:
    """The modules in a folder, those that others need first.

    `asked` comes from the command line and wins over `compat.json`, which wins over a guess.
    """
    settings = folder / "compat.json"
    if folder.is_dir() and settings.is_file():
        asked = asked.over(Mode.read(settings))
    label = folder.name or str(folder)
    if asked.each_file:
        found = [_loose(f"{label}/{file.name}", [file], asked) for file in _kept(sources.swift_files(folder), folder, asked)]
        return found
    found: list[Unit] = []
    rest = set(_kept(sources.swift_files(folder), folder, asked))
    for root in _roots(folder):
        mine = {file for file in rest if root in file.parents}
        if not mine:
            continue
        name = label if root == folder else f"{label}/{root.relative_to(folder)}"
        made = _package(name, root, mine, asked) if (root / "Package.swift").is_file() else _xcode(name, root, mine, asked)
        for unit in made:
            rest -= set(unit.files)
        rest -= mine if made else set()
        found += made
    pages = [file for file in rest if file.name == "Contents.swift" and any(p.suffix.startswith(".playground") for p in file.parents)]
    for page in sorted(pages):
        rest.discard(page)
        found.append(_loose(f"{label}/{page.parent.name}", [page], Mode(kind="script").over(asked)))
    if rest:
        found += _programs(label, folder, sorted(rest), asked)
    return found


def _kept(files: list[Path], folder: Path, mode: Mode) -> list[Path]:
    if not folder.is_dir():
        return files
    return [f for f in files if not any(f.relative_to(folder).match(pattern) for pattern in mode.exclude)]


def _roots(folder: Path) -> list[Path]:
    """Folders with a manifest or an Xcode project, innermost first."""
    if not folder.is_dir():
        return []
    found = {path.parent for path in folder.rglob("Package.swift")}
    found |= {path.parent for path in folder.rglob("*.xcodeproj") if path.is_dir()}
    found = {path for path in found if not {".build", "checkouts", ".git"}.intersection(path.parts)}
    return sorted(found, key=lambda path: (-len(path.parts), str(path)))


def module_name(text: str) -> str:
    name = re.sub(r"\W", "_", text) or "Client"
    return f"_{name}" if name[0].isdigit() else name


def _loose(label: str, files: list[Path], asked: Mode, module: str | None = None) -> Unit:
    mode = asked
    if mode.kind is None:
        if any(file.name == "main.swift" for file in files):
            mode = dataclasses.replace(mode, kind="executable")
        elif len(files) == 1 and text_begins_script(files[0]):
            mode = dataclasses.replace(mode, kind="script")
        else:
            mode = dataclasses.replace(mode, kind="library")
    name = module or module_name(Path(label).stem if len(files) == 1 else Path(label).name)
    # A module may not have the name of one that it imports.
    if any(name in sources.imports(file) for file in files):
        name += "Client"
    return Unit(label, name, files, mode, is_test=any({"Testing", "XCTest"} & sources.imports(f) for f in files))


def text_begins_script(file: Path) -> bool:
    return sources.text(file).startswith("#!")


def _programs(label: str, folder: Path, files: list[Path], asked: Mode) -> list[Unit]:
    """Loose files: one module, or one for each folder when several of them have an entry point of their own."""
    entries = [file for file in files if file.name == "main.swift" or sources.has_main_attribute(file)]
    if len(entries) < 2:
        return [_loose(label, files, asked)]
    groups: dict[Path, list[Path]] = {}
    homes = sorted({entry.parent for entry in entries}, key=lambda path: -len(path.parts))
    if len(homes) == 1:  # several programs side by side
        shared = [file for file in files if file not in entries]
        return [_loose(f"{label}/{entry.stem}", [entry, *shared], asked) for entry in entries]
    for file in files:
        home = next((home for home in homes if home in file.parents), folder)
        groups.setdefault(home, []).append(file)
    return [
        _loose(label if home == folder else f"{label}/{home.relative_to(folder)}", group, asked)
        for home, group in groups.items()
    ]


# MARK: SwiftPM


def _package(label: str, root: Path, files: set[Path], asked: Mode) -> list[Unit]:
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


# MARK: Xcode

# What "approachable concurrency" stands for in a project's settings.
_APPROACHABLE = (
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
    "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
)


def _xcode(label: str, root: Path, files: set[Path], asked: Mode) -> list[Unit]:
    project = "\n".join(sources.text(file) for file in sorted(root.glob("*.xcodeproj/project.pbxproj")))
    mode = asked.over(_project_mode(project))
    # A target whose folder is synchronised is all that lies in the folder.
    synchronised = re.findall(
        r"isa = PBXFileSystemSynchronizedRootGroup;.*?\bpath = \"?([^\";]+)\"?;", project, re.DOTALL
    )
    folders = [root / path for path in dict.fromkeys(synchronised) if (root / path).is_dir()]
    groups: dict[Path, list[Path]] = {}
    for file in sorted(files):
        home = next((folder for folder in folders if folder in file.parents), None)
        if home is None:
            # Older projects list files one by one; tests stand in folders named for it.
            test = next((p for p in file.parents if p.name.endswith("Tests") and root in p.parents), None)
            home = test or root
        groups.setdefault(home, []).append(file)
    made = []
    for home, group in groups.items():
        name = label if home == root else f"{label}/{home.relative_to(root)}"
        made.append(_loose(name, group, mode, module_name(home.name if home != root else root.name)))
    applications = [unit for unit in made if not unit.is_test]
    for unit in made:
        if unit.is_test:
            unit.needs = [other.module for other in applications]
    return applications + [unit for unit in made if unit.is_test]


def _project_mode(project: str) -> Mode:
    def most(setting: str) -> str | None:
        values = Counter(re.findall(rf"\b{setting} = \"?([\w.]+)\"?;", project))
        return values.most_common(1)[0][0] if values else None

    mode = Mode()
    version = most("SWIFT_VERSION")
    if version:
        mode.language = "6" if version.startswith("6") else "5"
    if most("SWIFT_DEFAULT_ACTOR_ISOLATION") == "MainActor":
        mode.isolation = "MainActor"
    features = []
    if most("SWIFT_APPROACHABLE_CONCURRENCY") == "YES":
        features += _APPROACHABLE
    if most("SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY") == "YES":
        features.append("MemberImportVisibility")
    mode.features = tuple(features)
    return mode


__all__ = ["Unit", "units", "ModeError", "module_name"]
