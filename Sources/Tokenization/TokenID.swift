// SPDX-License-Identifier: Apache-2.0

/// The number of a token in its vocabulary, from 0.
package typealias TokenID = Int32
