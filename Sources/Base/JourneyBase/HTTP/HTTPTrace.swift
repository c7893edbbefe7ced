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

    /// Host name resolved.
    package var named: Duration
    /// Connection established.
    package var connected: Duration
    /// TLS handshake complete, with the server's identity checked.
    package var secured: Duration
    /// First byte of the response received.
    package var firstByte: Duration
    /// Last byte of the response received.
    package var total: Duration
    /// Bytes of the request body sent.
    package var sent: Int
    /// Bytes of the response body received.
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
