# SPDX-License-Identifier: Apache-2.0
"""What Swift files import and declare, as far as it can be read without their modules."""
import re
import subprocess
from pathlib import Path

_IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)\s+)?([A-Za-z_]\w*)",
    re.MULTILINE,
)
_DECLARATION = re.compile(
    r"\b(?:class|struct|enum|actor|protocol|typealias|func|var|let|case|macro|associatedtype)\s+`?([A-Za-z_]\w*)"
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

# Folders that hold no sources of the project itself.
_IGNORED = {".build", ".git", ".swiftpm", "DerivedData", "Pods", "Carthage", "node_modules", "checkouts"}


def swift_files(folder: Path) -> list[Path]:
    """All Swift files below a folder, manifests left out."""
    if folder.is_file():
        return [folder] if folder.suffix == ".swift" else []
    found = []
    for path in sorted(folder.rglob("*.swift")):
        inner = path.relative_to(folder).parts
        if path.is_file() and not _IGNORED.intersection(inner) and not re.fullmatch(r"Package(@swift-.*)?\.swift", path.name):
            found.append(path)
    return found


def text(file: Path) -> str:
    return file.read_text(errors="replace")


def stripped(file: Path) -> str:
    """The text without comments."""
    return _COMMENT.sub("", text(file))


def imports(file: Path) -> set[str]:
    """The modules that a file imports on this platform; the compiler decides about `#if`."""
    code = stripped(file)
    names = set(_IMPORT.findall(code))
    if not names or not re.search(r"^\s*#if\b", code, re.MULTILINE):
        return names
    result = subprocess.run(
        ["swiftc", "-emit-imported-modules", str(file), "-o", "-"], capture_output=True, text=True, timeout=120
    )
    if result.returncode != 0:
        return names  # a syntax error; compiling it will say so
    return set(result.stdout.split())


def declarations(file: Path) -> set[str]:
    """The names that a file declares, at any depth."""
    return set(_DECLARATION.findall(stripped(file)))


def has_main_attribute(file: Path) -> bool:
    return re.search(r"^\s*@(main|UIApplicationMain|NSApplicationMain)\b", stripped(file), re.MULTILINE) is not None
