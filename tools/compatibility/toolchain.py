# SPDX-License-Identifier: Apache-2.0
"""The modules that client sources can import here, and the compiler flags that make them found."""
import json
import re
import subprocess
from pathlib import Path

# Frameworks by what they are for; whatever else is unknown is called missing.
_APPLE = re.compile(
    r"^(SwiftUI|UIKit|AppKit|MapKit|CoreLocation|WeatherKit|SwiftData|CoreData|os|OSLog|Combine|AVFoundation|Vision|CoreML"
    r"|NaturalLanguage|PDFKit|Photos\w*|Contacts\w*|EventKit\w*|HealthKit|WidgetKit|AppIntents|StoreKit|UserNotifications"
    r"|CoreGraphics|CoreImage|ImageIO|UniformTypeIdentifiers|Security|CryptoKit|LocalAuthentication|Network|Speech|Translation"
    r"|ImagePlayground|Playgrounds|CloudKit|CoreSpotlight|CoreMotion|CoreBluetooth|MultipeerConnectivity|GameKit|SpriteKit"
    r"|SceneKit|RealityKit|ARKit|Metal\w*|Accelerate|QuartzCore|CoreText|WebKit|SafariServices|MusicKit|ActivityKit|TipKit"
    r"|Charts|QuickLook\w*|Darwin|ObjectiveC|BackgroundTasks|BackgroundAssets|CoreTransferable|DeveloperToolsSupport)$"
)


class Toolchain:
    """Where FoundationModels was built, and which modules there are.

    build: the folder of the build's products; scratch: where modules compiled here go; base: one whose modules this one sees.
    """

    def __init__(self, build: Path, scratch: Path, base: "Toolchain | None" = None):
        # Of the modules compiled so far, the names declared in files that were left out.
        self.left_out: dict[str, dict[str, Path]] = {}
        self.build = build
        self.scratch = scratch
        self.base = base
        self.modules = scratch / "modules"
        self.modules.mkdir(parents=True, exist_ok=True)
        info = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout)
        folders = [Path(path) for path in info["paths"]["runtimeLibraryImportPaths"]]
        self._builtin = {"Swift", "Builtin", "Glibc", "FoundationModels", "Playgrounds"}
        for folder in folders + [folder / "testing" for folder in folders]:
            self._builtin |= {path.name.split(".")[0] for path in folder.glob("*.swiftmodule")}
        self.added: set[str] = set(base.added) if base else set()
        # Stand-ins, which hold only part of what their modules have elsewhere.
        self.partial: set[str] = set(base.partial) if base else set()

    def flags(self) -> list[str]:
        """What makes the compiler find FoundationModels, its macros, what it is made of, and modules compiled here."""
        modules = self.build / "Modules"
        flags = ["-I", str(self.modules)]
        if self.base:
            flags += ["-I", str(self.base.modules)]
        flags += ["-I", str(modules if modules.is_dir() else self.build)]
        for map_file in sorted(self.build.glob("*.build/module.modulemap")):
            flags += ["-Xcc", f"-fmodule-map-file={map_file}"]
        for folder in self._c_targets():
            flags += ["-Xcc", f"-fmodule-map-file={folder}"]
        tool = self.build / "FoundationModelsMacros-tool"
        flags += ["-load-plugin-executable", f"{tool}#FoundationModelsMacros"]
        return flags

    def _c_targets(self) -> list[Path]:
        """Module maps that stand in the sources, which SwiftPM uses where they are."""
        root = Path(__file__).resolve().parent.parent.parent / "Sources"
        return sorted(root.glob("*/module.modulemap")) + sorted(root.glob("*/include/module.modulemap"))

    def has(self, module: str) -> bool:
        return module in self._builtin or module in self.added

    def why_missing(self, module: str) -> str:
        return f"needs {module}" + ("" if _APPLE.match(module) else ", a package that is not among the folders")


def headers(folder: Path) -> tuple[set[str], list[str]]:
    """The C modules in a folder of sources, and the flags that make them found."""
    names: set[str] = set()
    flags: list[str] = []
    if not folder.is_dir():
        return names, flags
    for file in sorted(folder.rglob("module.modulemap")):
        if ".build" in file.parts:
            continue
        names |= set(re.findall(r"^\s*(?:framework\s+)?module\s+(\w+)", file.read_text(errors="replace"), re.MULTILINE))
        flags += ["-Xcc", f"-fmodule-map-file={file}"]
        flags += ["-Xcc", f"-I{file.parent}"]
    return names, flags
