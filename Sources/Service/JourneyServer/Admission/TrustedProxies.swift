/// The reverse proxies of a listener that may state the client's address, and the method by which they do.
public struct TrustedProxies: Hashable, Sendable {
    /// The method by which a proxy states the client's address. A listener has one: with two, a client could use the one that its
    /// proxy doesn't set.
    public enum ForwardingMethod: String, Hashable, Sendable, CaseIterable {
        /// The field `Forwarded` (RFC 7239).
        case forwarded
        /// The field `X-Forwarded-For`, a list of addresses.
        case xForwardedFor = "x-forwarded-for"
        /// The PROXY protocol, version 2, before the first byte of TLS or HTTP (haproxy's proxy-protocol.txt, section 2.2). Each
        /// connection of a trusted proxy has to begin with it, and no other may.
        case proxyV2 = "proxy-v2"
    }

    /// The proxies' addresses. Without any, only peers on a Unix socket are trusted.
    package let blocks: [AddressBlock]
    package let way: ForwardingMethod

    /// Creates the trusted proxies of one listener.
    ///
    /// - Parameters:
    ///   - blocks: The proxies' addresses. On a Unix socket every peer is trusted: the socket's mode decides who may connect.
    ///   - way: The way in which they name their clients.
    public init(_ blocks: [AddressBlock], way: ForwardingMethod) {
        self.blocks = blocks
        self.way = way
    }

    /// Returns `true` if this peer may name its client.
    func trust(_ peer: ClientAddress) -> Bool { peer == .unix || blocks.contains { $0.contains(peer) } }

    /// Returns `true` if a connection of this peer has to begin with a header of the PROXY protocol.
    func requireProxyHeader(from peer: ClientAddress) -> Bool { way == .proxyV2 && trust(peer) }

    /// The name of the field that counts; `nil` where none does.
    var field: String? {
        switch way {
        case .forwarded: "Forwarded"
        case .xForwardedFor: "X-Forwarded-For"
        case .proxyV2: nil
        }
    }
}
