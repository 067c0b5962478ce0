# SPDX-License-Identifier: Apache-2.0
"""Compiles one module and sorts out which failures come from frameworks that are not there."""
import dataclasses
import re
import subprocess
from pathlib import Path

from . import sources
from .mode import Mode
from .unit import Unit
from .toolchain import Toolchain

_LINE = re.compile(r"^(?:(?P<file>/[^\n:]*?\.\w+|<[^>]*>):(?P<line>\d+):(?P<column>\d+): )?(?P<kind>error|warning): (?P<text>.*)$")
_EXPANSION = re.compile(r"^(?P<file>/[^\n:]*?\.swift):(?P<line>\d+):\d+: note: in expansion of macro")
_MISSING = re.compile(
    r"cannot find (?:type |operator )?'(?P<a>[^']+)' in scope|unknown attribute '(?P<b>[^']+)'|no such module '(?P<c>[^']+)'"
    r"|(?:value of )?type '[^']*'(?: \(aka '[^']*'\))? has no (?:dynamic )?member '(?P<d>[^']+)'|no macro named '(?P<e>[^']+)'"
)
# Names that a stand-in never explains: those of FoundationModels itself, early and late ones included.
_OURS = re.compile(
    r"^(LanguageModel\w*|SystemLanguageModel|Gener\w+|Tool|ToolOutput|Transcript|Prompt\w*|Instructions\w*|Guide|\w*GeneratedContent)$"
)
# What sources get elsewhere by way of frameworks and must import here.
_ELSEWHERE = {
    "FoundationNetworking": re.compile(r"^(URLSession\w*|URLRequest|HTTPURLResponse|HTTPCookie\w*|URLCache|URLCredential)$"),
    "Glibc": re.compile(
        r"^(str(len|cmp|ncmp|dup|cpy|chr|tol)|mem(cpy|set|cmp)|malloc|calloc|free|exit|printf|fputs|fflush|std(in|out|err)|u?sleep"
        r"|getenv|pow|sqrt|exp|log|sin|cos|tan|floor|ceil|round|arc4random\w*)$"
    ),
}
# What the Foundation of Apple's platforms has and that of Linux has not, by what the compiler says of a use.
_APPLE_FOUNDATION = {"extraneous argument label 'localized:' in call": "String(localized:)"}
_TOP_LEVEL = re.compile(r"(statements|expressions) are not allowed at the top level")
_MAIN_CLASH = re.compile(r"'main' attribute cannot be used in a module that contains top-level code")


@dataclasses.dataclass
class Outcome:
    unit: Unit
    mode: Mode
    status: str = "ok"  # ok, failed, skipped
    errors: list[str] = dataclasses.field(default_factory=list)
    warnings: int = 0
    compiled: list[Path] = dataclasses.field(default_factory=list)
    # Files left out, each with the reason.
    skipped: dict[Path, str] = dataclasses.field(default_factory=dict)
    note: str = ""


@dataclasses.dataclass
class Diagnostic:
    file: Path | None
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}: {self.text}" if self.file else self.text


class Compiler:
    def __init__(self, toolchain: Toolchain, extra: list[str], timeout: int = 600):
        self.toolchain = toolchain
        self.extra = extra
        self.timeout = timeout

    def compile(self, unit: Unit) -> Outcome:
        """Compiles a unit in the mode it asks for; where it asks for no language mode, in 6 and then in 5."""
        skipped = self._unavailable(unit)
        if any(sources.has_main_attribute(file) for file in unit.files):
            unit.mode = dataclasses.replace(unit.mode, has_main=True)
        languages = [unit.mode.language] if unit.mode.language else ["6", "5"]
        first: Outcome | None = None
        for language in languages:
            outcome = self._attempt(unit, dataclasses.replace(unit.mode, language=language), dict(skipped))
            if outcome.status != "failed":
                self._remember(unit, outcome)
                if first is not None:
                    outcome.note = f"in Swift 6 mode: {len(first.errors)} errors, first {first.errors[0]}"
                return outcome
            first = first or outcome
        self._remember(unit, first)
        return first

    def _remember(self, unit: Unit, outcome: Outcome) -> None:
        self.toolchain.left_out[unit.module] = {name: file for file in outcome.skipped for name in sources.declarations(file)}

    def _unavailable(self, unit: Unit) -> dict[Path, str]:
        skipped = {}
        for file in unit.files:
            missing = sorted(name for name in sources.imports(file) if not self.toolchain.has(name))
            if missing:
                skipped[file] = "; ".join(self.toolchain.why_missing(name) for name in missing)
        return skipped

    def _attempt(self, unit: Unit, mode: Mode, skipped: dict[Path, str]) -> Outcome:
        """Compiles, leaving out what fails only for want of files that are left out already, until nothing changes."""
        while True:
            files = [file for file in unit.files if file not in skipped]
            outcome = Outcome(unit, mode, compiled=files, skipped=skipped)
            if not files:
                outcome.status = "skipped" if unit.files else "failed"
                outcome.errors = [] if unit.files else ["there are no Swift files"]
                return outcome
            diagnostics, mode = self._run(unit, mode, files)
            outcome.mode = mode
            errors = [d for d in diagnostics if d.kind == "error"]
            outcome.warnings = sum(d.kind == "warning" for d in diagnostics)
            outcome.errors = [str(error) for error in errors]
            if unit.mode.expect_errors and any(unit.files[0].match(p) for p in unit.mode.expect_errors):
                outcome.status = "ok" if errors else "failed"
                outcome.note = f"expected: {errors[0]}" if errors else ""
                outcome.errors = [] if errors else ["compiles, though errors were expected"]
                return outcome
            if not errors:
                return outcome
            blamed = self._blamed(errors, files, skipped)
            if not blamed:
                outcome.status = "failed"
                return outcome
            skipped = {**skipped, **blamed}

    def _blamed(self, errors: list[Diagnostic], files: list[Path], skipped: dict[Path, str]) -> dict[Path, str]:
        """Files with an error that names something declared in a file that was left out."""
        homes = {name: file for file in skipped for name in sources.declarations(file)}
        own = {name for file in files for name in sources.declarations(file)}
        found: dict[Path, str] = {}
        for error in errors:
            if error.file not in files or error.file in found:
                continue
            imported = [self.toolchain.left_out[module] for module in sources.imports(error.file) if module in self.toolchain.left_out]
            known = {name: file for names in [*imported, homes] for name, file in names.items()}
            for name in re.findall(r"'([^']*)'", error.text):
                last = re.split(r"[.(<]", name)[0] if "(" in name else name.split(".")[-1]
                if last in known:
                    found[error.file] = f"uses {last} of {known[last].name}, left out"
                    break
            else:
                reason = self._foreign(error, own)
                if reason:
                    found[error.file] = reason
        return found

    def _foreign(self, error: Diagnostic, own: set[str]) -> str | None:
        """Why a name is missing that neither the sources nor FoundationModels declare; None where nothing explains it."""
        if error.text in _APPLE_FOUNDATION:
            return f"uses {_APPLE_FOUNDATION[error.text]} of Apple's Foundation"
        match = _MISSING.search(error.text)
        if match is None:
            return None
        name = re.split(r"[.(<]", next(group for group in match.groups() if group))[0]
        subject = re.search(r"type '([^'.<]*)", error.text)
        names = [name] + ([subject[1]] if subject else [])
        for module, pattern in _ELSEWHERE.items():
            for candidate in names:
                if pattern.match(candidate) and module not in sources.imports(error.file):
                    return f"uses {candidate}, which is in {module} here"
        if name in own or any(_OURS.match(candidate) for candidate in names):
            return None
        modules = sorted(self.toolchain.partial & sources.imports(error.file))
        # A member is missing from a stand-in only if its type is not declared here.
        if not modules or (match["d"] and subject and subject[1] in own):
            return None
        return f"needs {name} of {' or '.join(modules)}"

    def _run(self, unit: Unit, mode: Mode, files: list[Path]) -> tuple[list[Diagnostic], Mode]:
        diagnostics = self._swiftc(unit, mode, files)
        texts = [d.text for d in diagnostics if d.kind == "error"]
        # Whether a file holds top-level code shows only when it is read as a library.
        if mode.kind == "library" and unit.mode.kind != "library" or mode.kind == "library" and len(files) == 1:
            if any(_TOP_LEVEL.search(text) for text in texts):
                kind = "script" if len(files) == 1 else "executable"
                again = dataclasses.replace(mode, kind=kind)
                return self._swiftc(unit, again, files), again
        if mode.kind == "executable" and any(_MAIN_CLASH.search(text) for text in texts):
            again = dataclasses.replace(mode, kind="library")
            return self._swiftc(unit, again, files), again
        return diagnostics, mode

    def _swiftc(self, unit: Unit, mode: Mode, files: list[Path]) -> list[Diagnostic]:
        out = self.toolchain.scratch / unit.module
        command = ["swiftc", "-c", "-Onone", "-wmo", "-module-name", unit.module, "-swift-version", mode.language or "6"]
        command += ["-enable-testing", "-emit-module", "-emit-module-path", str(self.toolchain.modules / f"{unit.module}.swiftmodule")]
        if mode.isolation:
            command += ["-default-isolation", mode.isolation]
        for feature in mode.features:
            command += ["-enable-upcoming-feature", feature]
        if mode.kind == "library":
            command += ["-parse-as-library"]
        command += [*mode.flags, *self.toolchain.flags(), *self.extra, "-diagnostic-style", "llvm", "-o", f"{out}.o"]
        command += map(str, files)
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return [Diagnostic(None, 0, "error", f"the compiler did not end within {self.timeout} s")]
        diagnostics = _diagnostics(result.stderr)
        if result.returncode != 0 and not any(d.kind == "error" for d in diagnostics):
            tail = result.stderr.strip().splitlines()[-1:] or ["no message"]
            diagnostics.append(Diagnostic(None, 0, "error", f"the compiler ended with {result.returncode}: {tail[0]}"))
        return diagnostics


def _diagnostics(output: str) -> list[Diagnostic]:
    """What the compiler said, each thing once; what it said of a macro's expansion stands where the macro is attached."""
    found: dict[tuple, Diagnostic] = {}
    inside: list[Diagnostic] = []
    for line in output.splitlines():
        place = _EXPANSION.match(line)
        if place:
            for diagnostic in inside:
                diagnostic.file, diagnostic.line = Path(place["file"]), int(place["line"])
            inside = []
        match = _LINE.match(line)
        if match is None:
            continue
        file = Path(match["file"]) if (match["file"] or "").startswith("/") else None
        diagnostic = Diagnostic(file, int(match["line"] or 0), match["kind"], match["text"])
        if file is not None and "@__swiftmacro" in file.name:
            inside.append(diagnostic)
        found.setdefault((file, diagnostic.line, diagnostic.text), diagnostic)
    return list(found.values())
