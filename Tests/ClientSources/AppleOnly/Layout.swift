// SPDX-License-Identifier: Apache-2.0

enum Layout {
  static let width = 2 * CatView.padding
}
