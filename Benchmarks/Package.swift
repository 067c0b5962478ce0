// swift-tools-version: 6.2
import PackageDescription

/// Measuring is a package of its own, so that the main one has no product that users do not want.
///
/// What is measured are `package` declarations, which another package cannot see. So the benchmarks themselves are targets of
/// the main package, `KernelBenchmarking` and `MaskBenchmarking`, each with one public function; this package only runs them.
/// `session-bench` is a program of the public interface.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "infer", path: "..")],
  targets: [
    .executableTarget(
      name: "kernel-bench", dependencies: [.product(name: "KernelBenchmarking", package: "infer")],
      path: "Sources/kernel-bench"),
    .executableTarget(
      name: "mask-bench", dependencies: [.product(name: "MaskBenchmarking", package: "infer")],
      path: "Sources/mask-bench"),
    .executableTarget(
      name: "session-bench", dependencies: [.product(name: "FoundationModels", package: "infer")],
      path: "Sources/session-bench"),
  ],
  swiftLanguageModes: [.v6]
)
