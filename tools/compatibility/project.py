# SPDX-License-Identifier: Apache-2.0
"""Finds the modules in a folder of client sources."""
from pathlib import Path

from . import sources, swiftpm, xcode
from .mode import Mode
from .unit import Unit, loose


def units(folder: Path, asked: Mode) -> list[Unit]:
    """The modules in a folder, those that others need first.

    `asked` comes from the command line and wins over `compat.json`, which wins over a guess.
    """
    settings = folder / "compat.json"
    if folder.is_dir() and settings.is_file():
        asked = asked.over(Mode.read(settings))
    label = folder.name or str(folder)
    if asked.each_file:
        found = [loose(f"{label}/{file.name}", [file], asked) for file in _kept(sources.swift_files(folder), folder, asked)]
        return found
    found: list[Unit] = []
    rest = set(_kept(sources.swift_files(folder), folder, asked))
    for root in _roots(folder):
        mine = {file for file in rest if root in file.parents}
        if not mine:
            continue
        name = label if root == folder else f"{label}/{root.relative_to(folder)}"
        made = swiftpm.units(name, root, mine, asked) if (root / "Package.swift").is_file() else xcode.units(name, root, mine, asked)
        for unit in made:
            rest -= set(unit.files)
        rest -= mine if made else set()
        found += made
    pages = [file for file in rest if file.name == "Contents.swift" and any(p.suffix.startswith(".playground") for p in file.parents)]
    for page in sorted(pages):
        rest.discard(page)
        found.append(loose(f"{label}/{page.parent.name}", [page], Mode(kind="script").over(asked)))
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


def _programs(label: str, folder: Path, files: list[Path], asked: Mode) -> list[Unit]:
    """Loose files: one module, or one for each folder when several of them have an entry point of their own."""
    entries = [file for file in files if file.name == "main.swift" or sources.has_main_attribute(file)]
    if len(entries) < 2:
        return [loose(label, files, asked)]
    groups: dict[Path, list[Path]] = {}
    homes = sorted({entry.parent for entry in entries}, key=lambda path: -len(path.parts))
    if len(homes) == 1:  # several programs side by side
        shared = [file for file in files if file not in entries]
        return [loose(f"{label}/{entry.stem}", [entry, *shared], asked) for entry in entries]
    for file in files:
        home = next((home for home in homes if home in file.parents), folder)
        groups.setdefault(home, []).append(file)
    return [
        loose(label if home == folder else f"{label}/{home.relative_to(folder)}", group, asked)
        for home, group in groups.items()
    ]
