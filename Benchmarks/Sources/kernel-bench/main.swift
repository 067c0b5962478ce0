// SPDX-License-Identifier: Apache-2.0
import Foundation
import KernelBenchmarking

exit(runKernelBenchmarks(arguments: Array(CommandLine.arguments.dropFirst())))
