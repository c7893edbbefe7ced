/// Timings and sizes of one exchange.
///
/// Times count from the start of the exchange and never decrease. On a reused connection, those of look-up, connection and TLS
/// are close to zero.
public struct HTTPTrace: Hashable, Sendable {
    /// The HTTP version of the exchange.
    package enum Version: String, Hashable, Sendable {
        case http10 = "1.0"
        case http11 = "1.1"
        case http2 = "2"
        case http3 = "3"
    }

    /// The time until the host's address was known.
    package var named: Duration
    /// The time until the connection was established.
    package var connected: Duration
    /// The time until the TLS handshake was complete and the server's identity checked.
    package var secured: Duration
    /// The time until the first byte of the response arrived.
    package var firstByte: Duration
    /// The time until the last byte of the response arrived.
    package var total: Duration
    /// The number of bytes of the request body that were sent.
    package var sent: Int
    /// The number of bytes of the response body that arrived.
    package var received: Int
    /// The HTTP version; `nil` if the library didn't report it.
    package var version: Version?
    /// `true` if an existing connection was reused.
    package var isReused: Bool
    /// The number of redirects followed. Times and sizes are those of the last exchange.
    package var redirects: Int

    package init(
        named: Duration = .zero, connected: Duration = .zero, secured: Duration = .zero, firstByte: Duration = .zero,
        total: Duration = .zero, sent: Int = 0, received: Int = 0, version: Version? = nil, isReused: Bool = false,
        redirects: Int = 0
    ) {
        self.named = named
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
        self.sent = sent
        self.received = received
        self.version = version
        self.isReused = isReused
        self.redirects = redirects
    }
}
