// SPDX-License-Identifier: Apache-2.0
import CMicroHTTPD

/// A connection of libmicrohttpd.
///
/// Unchecked: the pointer is used from the server's thread, and from others only to resume a connection that is suspended,
/// which the library allows and during which the connection stays alive.
struct Connection: @unchecked Sendable {
  let pointer: OpaquePointer

  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }
}
