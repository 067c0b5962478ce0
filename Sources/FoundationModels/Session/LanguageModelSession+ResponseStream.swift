// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension LanguageModelSession {
  /// An answer that can be read while it is written, as a sequence of snapshots.
  ///
  /// Each snapshot holds all of the answer so far; properties appear in the order of their declaration. When stream and
  /// loops are dropped before the end, the model stops and the session is free.
  public struct ResponseStream<Content> where Content: Generable {
    private let owner: StreamOwner

    init(_ channel: ResponseChannel) { owner = StreamOwner(channel) }

    /// The answer so far.
    public struct Snapshot {
      /// What has arrived, as the type's partial form.
      public var content: Content.PartiallyGenerated
      /// What has arrived, as the model wrote it.
      public var rawContent: GeneratedContent
    }
  }
}

/// Tells the channel when the stream is dropped.
private final class StreamOwner: Sendable {
  let channel: ResponseChannel
  init(_ channel: ResponseChannel) { self.channel = channel }
  deinit { channel.dropped() }
}

/// Tells the channel when a loop over the stream ends.
private final class ReaderOwner: Sendable {
  let channel: ResponseChannel

  init(_ channel: ResponseChannel) {
    self.channel = channel
    channel.addReader()
  }

  deinit { channel.removeReader() }
}

extension LanguageModelSession.ResponseStream: AsyncSequence {
  /// The answer so far.
  public typealias Element = Snapshot

  /// Reads snapshots one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: ReaderOwner
    /// What the last snapshot said; one that says the same does not come.
    private var last: (json: JSONValue, isComplete: Bool)?

    fileprivate init(_ reader: ReaderOwner) { self.reader = reader }

    /// The next snapshot that differs from the last one; nil after the answer.
    ///
    /// - Throws: What the request threw, or `CancellationError` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
      while let update = try await reader.channel.next() {
        guard let snapshot = SnapshotReader.snapshot(Content.self, of: update, id: reader.channel.id) else { continue }
        let said = (json: snapshot.rawContent.json, isComplete: snapshot.rawContent.isComplete)
        if let last, last == said { continue }
        last = said
        return snapshot
      }
      return nil
    }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ReaderOwner(owner.channel)) }

  /// Waits for the whole answer. Also works after a loop over all snapshots.
  ///
  /// - Throws: What the request threw, or `CancellationError` when the task or the stream was cancelled.
  public nonisolated(nonsending) func collect() async throws -> sending LanguageModelSession.Response<Content> {
    let reader = ReaderOwner(owner.channel)
    while try await reader.channel.next() != nil {}
    return try LanguageModelSession.Response(reader.channel.outcome())
  }
}
