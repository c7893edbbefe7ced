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

    /// Whether a name leads to this machine on every system (RFC 6761, section 6.3): the sandbox's servers are `….localhost`, its
    /// stand-in for APNs is `localhost`.
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
