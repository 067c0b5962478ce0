// swift-tools-version: 6.2
import PackageDescription

/// Measuring is a package of its own, so that the main one has no product that users do not want.
///
/// The kernels are `package` declarations, which another package cannot see. So the benchmarks themselves are a target of
/// the main package, `KernelBenchmarking`, with one public function; this package only runs it.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "infer", path: "..")],
  targets: [
    .executableTarget(
      name: "kernel-bench", dependencies: [.product(name: "KernelBenchmarking", package: "infer")],
      path: "Sources/kernel-bench")
  ],
  swiftLanguageModes: [.v6]
)
