# SPDX-License-Identifier: Apache-2.0
"""How sources ask to be compiled."""
import dataclasses
import json
from pathlib import Path

KINDS = ("library", "executable", "script")


class ModeError(Exception):
    """A settings file or an option that says something unknown."""


@dataclasses.dataclass
class Mode:
    """Compiler settings; None leaves one to the guess.

    kind: `library` parses every file as a library (also with `@main`), `executable` lets `main.swift` hold top-level code,
    `script` is one file of top-level code under any name.
    """

    language: str | None = None  # "5" or "6"
    isolation: str | None = None  # "MainActor" or "nonisolated"
    kind: str | None = None
    each_file: bool | None = None
    features: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    expect_errors: tuple[str, ...] = ()
    # Files that stand in for others of the sources.
    extra: tuple[str, ...] = ()
    # Found, never asked for.
    has_main: bool | None = None

    def over(self, other: "Mode") -> "Mode":
        """This mode where it says something, the other elsewhere; lists add up."""
        values = {}
        for field in dataclasses.fields(Mode):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, tuple):
                values[field.name] = tuple(dict.fromkeys(theirs + mine))
            else:
                values[field.name] = theirs if mine is None else mine
        return Mode(**values)

    def text(self) -> str:
        """The mode in a few words, for the table."""
        words = [f"Swift {self.language}" if self.language else "Swift ?"]
        if self.isolation == "MainActor":
            words.append("MainActor")
        words.append("@main" if self.has_main and self.kind == "library" else self.kind or "library")
        return ", ".join(words)

    @staticmethod
    def read(file: Path) -> "Mode":
        """Reads `compat.json`, an object with the names above; hyphens may stand for underscores."""
        try:
            values = json.loads(file.read_text())
        except (OSError, ValueError) as error:
            raise ModeError(f"{file}: {error}") from error
        if not isinstance(values, dict):
            raise ModeError(f"{file}: not an object")
        mode = Mode()
        for key, value in values.items():
            name = key.replace("-", "_")
            if name not in {field.name for field in dataclasses.fields(Mode)}:
                raise ModeError(f"{file}: unknown setting '{key}'")
            setattr(mode, name, tuple(map(str, value)) if isinstance(value, list) else value)
        mode.has_main = None
        if mode.language is not None:
            mode.language = str(mode.language)
        mode.check(str(file))
        return mode

    def check(self, place: str) -> None:
        if self.language not in (None, "5", "6"):
            raise ModeError(f"{place}: the language mode is 5 or 6, not '{self.language}'")
        if self.isolation not in (None, "MainActor", "nonisolated"):
            raise ModeError(f"{place}: the isolation is MainActor or nonisolated, not '{self.isolation}'")
        if self.kind is not None and self.kind not in KINDS:
            raise ModeError(f"{place}: the kind is one of {', '.join(KINDS)}, not '{self.kind}'")
