// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import HTTPService
import TripPlanning
import TripStorage
import TripWeb

/// `infer web`: the trip planner as a page, served to a browser on this machine until Ctrl-C.
struct WebCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  private static let port = 8765

  func run() async throws -> ExitCode {
    let arguments = environment.arguments
    let address = arguments.text(.host) ?? "127.0.0.1"
    let isLoopback = address.hasPrefix("127.") || address == "::1"
    let (model, name) = try model()
    let application = WebApplication(
      model: model, modelName: name, landmarks: try LandmarkArguments(environment).directory(), store: store(),
      hosts: isLoopback ? WebSecurity.loopback.hosts?.union([address]) : nil,
      simulatedFailure: environment.variables["INFER_SIMULATE_PLAN_FAILURE"].flatMap { Int($0) })
    var limits = HTTPLimits()
    // A trip holds its landmark's places, and a file of places may be sent.
    limits.bodyBytes = 16 << 20
    let server: HTTPServer
    do {
      server = try HTTPServer(address: address, port: arguments.integer(.port) ?? Self.port, limits: limits) {
        await application.respond(to: $0)
      }
    } catch {
      let advice = error.kind == .portInUse ? "; choose another with --port (0: any free one)" : ""
      throw CommandError(error.kind == .badAddress ? .usage : .failure, "\(error)\(advice)")
    }
    let host = address.contains(":") ? "[\(address)]" : address
    try environment.output.write("http://\(host):\(server.port)/\n")
    if !isLoopback { environment.note("anybody who reaches \(address) can plan trips here and see the saved ones") }
    environment.note("open this address in a browser; Ctrl-C ends the server")
    _ = await Interrupts.shared.run {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
    await server.stop()
    return .success
  }

  private func model() throws(CommandError) -> (SystemLanguageModel, String?) {
    let options = try ModelPath.options(environment)
    do {
      let path = try ModelPath.find(environment)
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      return (SystemLanguageModel(path: path, options: options), name)
    } catch {
      // A model that was named must be there; without one the page says what to do.
      if environment.arguments.has(.model) { throw error }
      return (.default, nil)
    }
  }

  private func store() -> Result<TripStore, TripStorageError> {
    do {
      return .success(try TripStore(path: TripStore.defaultPath(environment.variables)))
    } catch {
      environment.note("\(error)")
      return .failure(error)
    }
  }
}
