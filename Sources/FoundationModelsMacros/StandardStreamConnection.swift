// SPDX-License-Identifier: Apache-2.0
import Foundation
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

/// The compiler's side of the conversation: each message is its length as a little-endian `UInt64`, then that many
/// bytes of JSON.
struct StandardStreamConnection: MessageConnection {
  let input: FileHandle
  let output: FileHandle

  func sendMessage<Message: Encodable>(_ message: Message) throws {
    let body = try JSONEncoder().encode(message)
    var frame = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Data($0) }
    frame.append(body)
    try output.write(contentsOf: frame)
  }

  /// Returns nil when the compiler has closed its end, or says goodbye with an empty message.
  func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    guard let header = try read(8) else { return nil }
    let length = header.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    guard let count = Int(exactly: length), count > 0, let body = try read(count) else { return nil }
    return try JSONDecoder().decode(Message.self, from: body)
  }

  /// Exactly `count` bytes, or nil at the end of the stream.
  private func read(_ count: Int) throws -> Data? {
    var data = Data()
    while data.count < count {
      guard let more = try input.read(upToCount: count - data.count), !more.isEmpty else { return nil }
      data.append(more)
    }
    return data
  }
}
