// swift-tools-version: 6.2
import PackageDescription

// The kernels and the forward pass with their tests, as in the package of the repository, but for one thing: the AVX-512
// table is compiled for AVX2. `tools/check-avx512` puts this file and links to the sources into a folder of its own.

let fast: [SwiftSetting] = [.unsafeFlags(["-O"])]
let unchecked: [SwiftSetting] = [.unsafeFlags(["-Ounchecked"])]
let avx2: [SwiftSetting] = [.unsafeFlags(["-Ounchecked", "-target-cpu", "haswell", "-Xcc", "-march=haswell"])]

let package = Package(
  name: "check-avx512",
  targets: [
    .target(name: "OrderedJSON", swiftSettings: fast),
    .target(name: "Quantization", swiftSettings: fast),
    .target(name: "GGUFFormat", dependencies: ["Quantization"], swiftSettings: fast),
    .target(name: "CIntrinsics"),
    .target(name: "KernelBodies", dependencies: ["Quantization"], swiftSettings: unchecked),
    .target(name: "KernelsAVX2", dependencies: ["KernelBodies", "CIntrinsics", "Quantization"], swiftSettings: avx2),
    .target(name: "KernelsAVX512", dependencies: ["KernelBodies", "CIntrinsics", "Quantization"], swiftSettings: avx2),
    .systemLibrary(name: "COpenBLAS"),
    .target(
      name: "Kernels",
      dependencies: ["KernelBodies", "KernelsAVX2", "KernelsAVX512", "CIntrinsics", "Quantization"],
      swiftSettings: unchecked),
    .target(name: "TransformerRuntime", dependencies: ["GGUFFormat", "Kernels", "Quantization"], swiftSettings: fast),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "KernelsTests", dependencies: ["Kernels", "TestSupport", "Quantization", "KernelBodies", "COpenBLAS"],
      swiftSettings: fast),
    .testTarget(
      name: "TransformerRuntimeTests",
      dependencies: [
        "TransformerRuntime", "TestSupport", "GGUFFormat", "Kernels", "Quantization", "OrderedJSON",
        "AllocationCounter",
      ], swiftSettings: fast),
  ],
  swiftLanguageModes: [.v6]
)
