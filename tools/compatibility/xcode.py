# SPDX-License-Identifier: Apache-2.0
"""The modules of an Xcode project, and how its settings want them compiled."""
import re
from collections import Counter
from pathlib import Path

from . import sources
from .mode import Mode
from .unit import Unit, loose, module_name

# What "approachable concurrency" stands for in a project's settings.
_APPROACHABLE = (
    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
    "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
)


def units(label: str, root: Path, files: set[Path], asked: Mode) -> list[Unit]:
    """The modules of the Xcode project in `root`: one for each synchronised folder, tests apart from the rest."""
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
        made.append(loose(name, group, mode, module_name(home.name if home != root else root.name)))
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
    # Xcode reads `/…/` as a regular expression unless told otherwise, in Swift 5 as well, where the compiler alone does not.
    if mode.language == "5" and most("SWIFT_ENABLE_BARE_SLASH_REGEX") != "NO":
        features.append("BareSlashRegexLiterals")
    mode.features = tuple(features)
    return mode
