// SPDX-License-Identifier: Apache-2.0
import Foundation
import MaskBenchmarking

exit(runMaskBenchmarks(arguments: Array(CommandLine.arguments.dropFirst())))
