import JourneyBase
import JourneyDevice

/// The network of the wallet commands. Servers on this machine are verified with the sandbox's authority, if there is one; all
/// others with the system's or the named one.
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

    /// Returns `true` if a name resolves to this machine on every system (RFC 6761, section 6.3). The sandbox's servers are
    /// `….localhost`, its fake APNs is `localhost`.
    static func isHere(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    private func way(to request: HTTPRequest) -> CurlTransport {
        WalletNetwork.isHere(request.url.origin.host) ? sandbox ?? others : others
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try await way(to: request).send(request, options: options)
    }

    func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try await way(to: request).open(request, options: options)
    }
}
