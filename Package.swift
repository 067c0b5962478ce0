// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// MARK: Compiler settings

/// Engine targets that are optimised in every configuration, so that `swift run infer` (a debug build) stays fast.
/// Checks stay on: these targets read files, text and schemas.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Kernel targets alone drop run-time checks: their callers in `TransformerRuntime` validate shapes.
let unchecked: [SwiftSetting] = [.unsafeFlags(["-Ounchecked"])]

#if arch(x86_64)
  let avx2: [SwiftSetting] = [.unsafeFlags(["-Ounchecked", "-target-cpu", "haswell", "-Xcc", "-march=haswell"])]
  let avx512: [SwiftSetting] = [
    .unsafeFlags(["-Ounchecked", "-target-cpu", "cascadelake", "-Xcc", "-march=cascadelake"])
  ]
#else
  let avx2 = unchecked
  let avx512 = unchecked
#endif

/// The folder of the toolchain that holds its SwiftSyntax modules, for the macro target.
///
/// `SWIFT_HOST_LIBRARIES` overrides it. Otherwise it is found from the `swift` on `PATH`, links resolved.
let hostLibraries: String = {
  let environment = ProcessInfo.processInfo.environment
  if let override = environment["SWIFT_HOST_LIBRARIES"] { return override }
  for folder in (environment["PATH"] ?? "").split(separator: ":") {
    let compiler = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
    let host = compiler.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("lib/swift/host")
    let marker = host.appendingPathComponent("SwiftSyntax.swiftmodule").path
    if FileManager.default.fileExists(atPath: marker) { return host.path }
  }
  return "/usr/lib/swift/host"
}()

let hostModules = [
  "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftParser", "SwiftBasicFormat",
  "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling", "SwiftOperators",
]
let syntaxSwift: [SwiftSetting] = [.unsafeFlags(["-I", hostLibraries])]
let syntaxLinker: [LinkerSetting] = [
  .unsafeFlags(
    ["-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries] + hostModules.map { "-l\($0)" })
]

// MARK: Targets, lowest layer first

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
    swiftSettings: settings)
}

let package = Package(
  name: "infer",
  products: [
    .library(name: "FoundationModels", targets: ["FoundationModels"]),
    .library(name: "Playgrounds", targets: ["Playgrounds"]),
    .executable(name: "infer", targets: ["infer"]),
    .executable(name: "conformance", targets: ["conformance"]),
    // For the nested package `Benchmarks`, which cannot see `package` declarations.
    .library(name: "KernelBenchmarking", targets: ["KernelBenchmarking"]),
    .library(name: "MaskBenchmarking", targets: ["MaskBenchmarking"]),
  ],
  targets: [
    .target(name: "OrderedJSON", swiftSettings: fast),
    .target(name: "Quantization", swiftSettings: fast),
    .target(name: "GGUFFormat", dependencies: ["Quantization"], swiftSettings: fast),

    .target(name: "CIntrinsics"),
    .target(name: "KernelBodies", dependencies: ["Quantization"], swiftSettings: unchecked),
    .target(name: "KernelsAVX2", dependencies: ["KernelBodies", "CIntrinsics", "Quantization"], swiftSettings: avx2),
    .target(
      name: "KernelsAVX512", dependencies: ["KernelBodies", "CIntrinsics", "Quantization"], swiftSettings: avx512),
    .systemLibrary(name: "COpenBLAS", providers: [.apt(["libopenblas-dev"])]),
    .target(
      name: "Kernels",
      dependencies: ["KernelBodies", "KernelsAVX2", "KernelsAVX512", "CIntrinsics", "Quantization"],
      swiftSettings: unchecked),

    .target(
      name: "CSentencePiece", cxxSettings: [.unsafeFlags(["-std=c++17"])],
      linkerSettings: [.linkedLibrary("sentencepiece")]),
    .target(name: "Tokenization", dependencies: ["CSentencePiece"], swiftSettings: fast),
    .target(name: "ChatTemplates", dependencies: ["OrderedJSON"], swiftSettings: fast),
    .target(name: "ConstrainedDecoding", dependencies: ["OrderedJSON"], swiftSettings: fast),

    .target(name: "TransformerRuntime", dependencies: ["GGUFFormat", "Kernels", "Quantization"], swiftSettings: fast),
    .target(
      name: "Generation",
      dependencies: [
        "TransformerRuntime", "Tokenization", "ChatTemplates", "ConstrainedDecoding", "OrderedJSON", "GGUFFormat",
        "Kernels",
      ], swiftSettings: fast),

    // The macros' code is a target of its own so that its tests need not depend on the plugin: with a macro in it, the
    // whole test product would be built twice, once more for the compiler's side.
    .target(name: "PlaygroundSymbols"),
    .target(
      name: "GenerableExpansion", dependencies: ["PlaygroundSymbols"], swiftSettings: syntaxSwift,
      linkerSettings: syntaxLinker),
    .macro(
      name: "FoundationModelsMacros", dependencies: ["GenerableExpansion"], swiftSettings: syntaxSwift,
      linkerSettings: syntaxLinker),
    .target(
      name: "FoundationModels",
      dependencies: ["FoundationModelsMacros", "Generation", "OrderedJSON", "ConstrainedDecoding"],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-user-module-version", "-Xfrontend", "1.5.2"])]),
    .target(name: "Playgrounds", dependencies: ["FoundationModelsMacros"]),
    .target(name: "TripPlanning", dependencies: ["FoundationModels", "OrderedJSON"], swiftSettings: fast),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "TripStorage", dependencies: ["CSQLite", "TripPlanning"]),
    .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "HTTPService", dependencies: ["CMicroHTTPD"]),
    .target(
      name: "TripWeb", dependencies: ["HTTPService", "TripPlanning", "TripStorage", "FoundationModels"],
      resources: [.embedInCode("Page")]),
    .systemLibrary(name: "CLibEdit", providers: [.apt(["libedit-dev"])]),
    .executableTarget(
      name: "infer",
      dependencies: [
        "TripPlanning", "TripStorage", "TripWeb", "HTTPService", "FoundationModels", "Generation", "GGUFFormat",
        "Tokenization", "OrderedJSON", "Kernels",
        "TransformerRuntime", "Quantization", "ChatTemplates", "ConstrainedDecoding", "CLibEdit", "Playgrounds",
        "PlaygroundSymbols",
      ],
      // A compiled playground is loaded into the program and finds the modules' code in it.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),

    // Runs cases from a folder through the targets above; `tools/conformance` starts it.
    .target(
      name: "ConformanceSuite",
      dependencies: [
        "Generation", "TransformerRuntime", "Tokenization", "ChatTemplates", "ConstrainedDecoding", "OrderedJSON",
        "GGUFFormat", "Kernels", "Quantization",
      ], swiftSettings: fast),
    .executableTarget(name: "conformance", dependencies: ["ConformanceSuite"]),

    .target(
      name: "KernelBenchmarking", dependencies: ["Kernels", "Quantization", "OrderedJSON"],
      path: "Benchmarks/Sources/KernelBenchmarking", swiftSettings: fast),
    .target(
      name: "MaskBenchmarking",
      dependencies: ["ConstrainedDecoding", "Generation", "GGUFFormat", "OrderedJSON", "Tokenization"],
      path: "Benchmarks/Sources/MaskBenchmarking", swiftSettings: fast),
    .executableTarget(
      name: "token-counter",
      dependencies: ["Generation", "TransformerRuntime", "GGUFFormat", "Kernels", "OrderedJSON"],
      path: "Benchmarks/Sources/token-counter", swiftSettings: fast),

    .executableTarget(
      name: "tokenizer-bench", dependencies: ["Generation", "GGUFFormat", "OrderedJSON", "Tokenization"],
      path: "Benchmarks/Sources/tokenizer-bench", swiftSettings: fast),

    // MARK: Tests

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Takes the place of malloc in the test program, to count what is allocated.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    tests("OrderedJSON"),
    tests("Quantization", ["OrderedJSON"]),
    tests("GGUFFormat", ["Quantization", "OrderedJSON"]),
    tests("Kernels", ["Quantization", "KernelBodies", "COpenBLAS"], fast),
    tests("ConformanceSuite", ["OrderedJSON"], fast),
    tests("KernelBenchmarking", ["Quantization", "Kernels", "OrderedJSON"], fast),
    tests("MaskBenchmarking", ["ConstrainedDecoding", "OrderedJSON"], fast),
    tests("Tokenization", ["GGUFFormat", "OrderedJSON"]),
    tests("ChatTemplates", ["OrderedJSON", "GGUFFormat"]),
    tests("ConstrainedDecoding", ["OrderedJSON"], fast),
    tests(
      "TransformerRuntime", ["GGUFFormat", "Kernels", "Quantization", "OrderedJSON", "AllocationCounter"], fast),
    tests(
      "Generation",
      [
        "TransformerRuntime", "Tokenization", "ConstrainedDecoding", "OrderedJSON", "GGUFFormat", "AllocationCounter",
      ]),
    .testTarget(
      name: "GenerableExpansionTests", dependencies: ["GenerableExpansion", "TestSupport"],
      swiftSettings: syntaxSwift, linkerSettings: syntaxLinker),
    tests("FoundationModels", ["Generation", "ConstrainedDecoding", "OrderedJSON"]),
    .testTarget(
      name: "MainActorClientTests", dependencies: ["FoundationModels"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "PlaygroundsTests", dependencies: ["Playgrounds", "PlaygroundSymbols"],
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
    // The code of the tutorial in the documentation of FoundationModels.
    .testTarget(name: "TutorialTests", dependencies: ["FoundationModels", "Generation"]),
    tests("TripPlanning", ["FoundationModels", "Generation", "ConstrainedDecoding", "OrderedJSON"]),
    tests("TripStorage", ["TripPlanning"]),
    tests("HTTPService"),
    tests("TripWeb", ["HTTPService", "TripPlanning", "TripStorage", "FoundationModels", "OrderedJSON"]),
    tests(
      "infer",
      [
        "TripPlanning", "TripStorage", "FoundationModels", "Generation", "ConstrainedDecoding", "OrderedJSON",
        "GGUFFormat",
        "TransformerRuntime", "Quantization", "Kernels",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
