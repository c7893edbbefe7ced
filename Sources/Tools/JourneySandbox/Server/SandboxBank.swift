import Foundation
package import JourneyBase
import JourneyServer
import SandboxServices

/// The sandbox bank as a service: its API under `/api` and its pages under `/pages`.
package struct SandboxBank: HTTPService {
    private let service: FaultyService
    /// The `operationId` of each operation that faults can be about.
    let operations: Set<String>

    /// A bank whose API knows `tokens`, by customer, and asks `devices` about apps; `faults` is what it is told to do wrong. Throws `SERVER_ERROR` when
    /// the pages cannot be read.
    init(
        bank: Bank, tokens: [String: Secret], faults: SandboxFaults = SandboxFaults(),
        authorization: AuthorizationServer, devices: DeviceService, dependencies: Dependencies
    ) throws(JourneyError) {
        let pages = try PageService(directory: SandboxResources.bank, library: SandboxResources.library)
        let api = BankAPI(bank: bank, tokens: tokens, devices: devices, signedIn: authorization.customer)
        let known = api.operations.merging(AuthorizationServer.operations) { first, _ in first }
        operations = Set(known.values)
        service = FaultyService(
            rest: Router(api.routes + authorization.routes + pages.routes), operations: known, faults: faults,
            dependencies: dependencies)
    }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await service.handle(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service.bodyRule(for: head) }

    package func routeName(for head: HTTPRequest) -> String? { service.routeName(for: head) }
}

/// Where this module's files lie.
enum SandboxResources {
    static var bank: URL { Bundle.module.bundleURL.appendingPathComponent("bank", isDirectory: true) }
    /// `journey-bridge.js`, copied from the module that owns it.
    static var library: URL { Bundle.module.bundleURL.appendingPathComponent("journey-bridge.js") }
    /// What drafts of journeys are made of.
    static var drafts: URL { Bundle.module.bundleURL.appendingPathComponent("draft", isDirectory: true) }
    static var journeys: URL { Bundle.module.bundleURL.appendingPathComponent("journeys", isDirectory: true) }
}
