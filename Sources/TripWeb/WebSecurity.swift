// SPDX-License-Identifier: Apache-2.0
import HTTPService

/// Which requests are served, and what browsers are told about the page.
///
/// The server listens on the loopback interface, but any page that a browser shows can send requests there. So the `Host` must
/// be this machine's (a name that another site lets point here is refused), and a request that changes or computes something
/// must come from the page itself.
public struct WebSecurity: Sendable {
  /// Names that `Host` may have, without the port; nil where the server is open to a network and any name leads here.
  public let hosts: Set<String>?

  public static let loopback = WebSecurity(hosts: ["127.0.0.1", "localhost", "[::1]"])

  /// Headers of every response.
  static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// Why a request is refused; nil where it is not.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard let host = request.headers["host"], isKnown(host) else {
      return HTTPResponse(status: 421, "This address is not served here.\n")
    }
    guard request.method != "GET", request.method != "HEAD" else { return nil }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return HTTPResponse(status: 403, "Requests from other pages are refused.\n")
    }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return HTTPResponse(status: 403, "Requests from other pages are refused.\n")
    }
    // Other media types may be sent by any page without asking.
    if request.method != "DELETE", request.mediaType != "application/json" {
      return HTTPResponse(status: 415, "The body must be application/json.\n")
    }
    return nil
  }

  private func isKnown(_ host: String) -> Bool {
    guard let hosts else { return true }
    let name: Substring
    if host.hasPrefix("[") {
      name = host.prefix { $0 != "]" } + "]"
    } else {
      name = host.prefix { $0 != ":" }
    }
    return hosts.contains(name.lowercased())
  }
}
