// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing
import TripPlanning

@testable import TripWeb

@Suite("What changes from snapshot to snapshot")
struct FieldChangesTests {
  private let whole = """
    {"title":"T title","destinationName":"Uluru","description":"D","rationale":"R","days":[\
    {"title":"A","subtitle":"B","destination":"C","activities":[\
    {"type":"sightseeing","title":"X","description":"x y"},{"type":"shopping","title":"Z","description":"z"}]}]}
    """

  /// Whatever the steps, the changes applied one after the other give the whole, and fields come in the order of the plan.
  @Test(arguments: [1, 2, 7, 50, 1000])
  func changesAddUpToTheWhole(step: Int) throws {
    var changes = FieldChanges()
    var fields: [String: String] = [:]
    var order: [String] = []
    for length in Array(stride(from: 1, to: whole.count, by: step)) + [whole.count] {
      guard let content = try? GeneratedContent(json: String(whole.prefix(length))),
        let partial = try? Itinerary.PartiallyGenerated(content)
      else { continue }
      for change in changes.update(partial) {
        if fields[change.path] == nil { order.append(change.path) }
        fields[change.path] = change.text
      }
    }
    let all = FieldChanges.fields(of: try Itinerary.PartiallyGenerated(GeneratedContent(json: whole)))
    #expect(order == all.map(\.path))
    #expect(fields == Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0.text) }))
    #expect(order.first == "title" && order.last == "days/0/activities/1/description")
  }

  @Test func whatTheReaderHasIsNotSentAgain() throws {
    let partial = try Itinerary.PartiallyGenerated(GeneratedContent(json: whole))
    var changes = FieldChanges(from: partial)
    #expect(changes.update(partial).isEmpty)
  }
}
