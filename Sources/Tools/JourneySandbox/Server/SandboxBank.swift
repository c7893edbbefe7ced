import Foundation
package import JourneyBase
import JourneyServer
import SandboxServices

/// The sandbox bank as a service: its API under `/api` and its pages under `/pages`.
package struct SandboxBank: HTTPService {
    private let service: FaultyService
    /// The `operationId`s for fault injection.
    let operations: Set<String>

    /// Creates a bank with the given tokens by customer, which checks apps with `devices` and injects `faults`. Throws
    /// `SERVER_ERROR` if the pages can't be read.
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
