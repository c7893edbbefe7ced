import Foundation
public import JourneyBase
import JourneyServer

/// The sandbox bank as a service: its API under `/api` and its pages under `/pages`.
public struct SandboxBank: HTTPService {
    private let router: Router

    /// A bank whose API knows `tokens`, by customer; `faults` is what it is told to do wrong. Throws `SERVER_ERROR` when
    /// the pages cannot be read.
    public init(
        bank: Bank, tokens: [String: Secret], faults: SandboxFaults = SandboxFaults()
    ) throws(JourneyError) {
        let pages = try PageService(directory: SandboxResources.bank, library: SandboxResources.library)
        router = Router(BankAPI(bank: bank, tokens: tokens, faults: faults).routes + pages.routes)
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await router.handle(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }
}

/// Where this module's files lie.
enum SandboxResources {
    static var bank: URL { Bundle.module.bundleURL.appendingPathComponent("bank", isDirectory: true) }
    /// `journey-bridge.js`, copied from the module that owns it.
    static var library: URL { Bundle.module.bundleURL.appendingPathComponent("journey-bridge.js") }
    static var journeys: URL { Bundle.module.bundleURL.appendingPathComponent("journeys", isDirectory: true) }
}
