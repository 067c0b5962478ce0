// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD
import Synchronization

/// One request on its way through the server, from its first line until its response is sent.
///
/// libmicrohttpd calls for it several times: once for the headers, for each piece of the body, at the body's end, and again
/// after each time the connection was suspended.
final class Exchange: Sendable {
  enum Stage: Sendable {
    case receiving(body: [UInt8])
    /// The body was too large; what still comes is thrown away.
    case refusing
    /// The handler works; the connection is suspended.
    case handling
    case answering(HTTPResponse)
    case done
  }

  let stage = Mutex<Stage>(.receiving(body: []))
  /// The open event stream, to be told when the connection ends.
  let stream = Mutex<EventStream?>(nil)

  /// Adds a piece of the body.
  func receive(_ piece: UnsafeBufferPointer<UInt8>, limit: Int) {
    stage.withLock { stage in
      guard case .receiving(var body) = stage else { return }
      // Moved out, so that adding does not copy.
      stage = .refusing
      guard body.count + piece.count <= limit else { return }
      body.append(contentsOf: piece)
      stage = .receiving(body: body)
    }
  }
}
