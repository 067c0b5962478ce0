// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import SwiftUI

struct CatView: View {
  static let padding = 8.0
  var body: some View { Text("cat") }
}
