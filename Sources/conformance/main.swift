// SPDX-License-Identifier: Apache-2.0
import ConformanceSuite
import Foundation

exit(runConformance(arguments: Array(CommandLine.arguments.dropFirst())))
