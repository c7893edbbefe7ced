/// Where the time of one exchange went, and what it moved.
///
/// Moments are counted from the start of the exchange and never run backwards. On a kept connection there is nothing to
/// look up, connect or agree on, so those moments are close to zero.
public struct HTTPTrace: Hashable, Sendable {
    /// How an exchange was framed.
    package enum Version: String, Hashable, Sendable {
        case http10 = "1.0"
        case http11 = "1.1"
        case http2 = "2"
        case http3 = "3"
    }

    /// The host's address was known.
    package var named: Duration
    /// The connection stood.
    package var connected: Duration
    /// TLS was agreed on, and whom we talk to was checked.
    package var secured: Duration
    /// The first byte of the answer came.
    package var firstByte: Duration
    /// The last one came.
    package var total: Duration
    /// Bytes of the request's body that were sent.
    package var sent: Int
    /// Bytes of the response's body that came.
    package var received: Int
    /// `nil` when the library did not say.
    package var version: Version?
    /// Whether a connection was used that stood already.
    package var isReused: Bool
    /// Redirects that were followed to get here; times and counts are those of the last exchange.
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
