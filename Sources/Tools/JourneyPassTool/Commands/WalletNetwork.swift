import JourneyBase
import JourneyDevice

/// The network of the wallet's commands: servers on this machine are believed by the sandbox's authority, where there is one, and
/// all others by the system's or by the one that was named.
struct WalletNetwork: HTTPTransport {
    private let others: CurlTransport
    private let sandbox: CurlTransport?

    init(_ trust: TLSTrust, sandbox: TLSTrust? = nil) {
        func transport(_ trust: TLSTrust) -> CurlTransport {
            CurlTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
        }
        others = transport(trust)
        self.sandbox = sandbox.map(transport)
    }

    private func way(to request: HTTPRequest) -> CurlTransport {
        request.url.origin.host.hasSuffix(".localhost") ? sandbox ?? others : others
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try await way(to: request).send(request, options: options)
    }

    func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try await way(to: request).open(request, options: options)
    }
}
