// SPDX-License-Identifier: Apache-2.0

/// A file of the page. They are compiled into the program, so that it can be copied alone.
struct PageFile {
  let type: String
  let bytes: [UInt8]

  /// The file at a path of the server; nil for others.
  static func named(_ path: String) -> PageFile? {
    switch path {
    case "/", "/index.html": PageFile(type: "text/html; charset=utf-8", bytes: PackageResources.index_html)
    case "/style.css": PageFile(type: "text/css; charset=utf-8", bytes: PackageResources.style_css)
    case "/main.js": PageFile(type: script, bytes: PackageResources.main_js)
    case "/server.js": PageFile(type: script, bytes: PackageResources.server_js)
    case "/plan.js": PageFile(type: script, bytes: PackageResources.plan_js)
    case "/trip.js": PageFile(type: script, bytes: PackageResources.trip_js)
    case "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
    default: nil
    }
  }

  private static let script = "text/javascript; charset=utf-8"
}
