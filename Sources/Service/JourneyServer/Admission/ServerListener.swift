public import JourneyBase

/// A socket that a server listens on: its address, certificates, and rules for clients.
public struct ServerListener: Sendable {
    /// The address of a listener's socket.
    public enum Address: Hashable, Sendable {
        /// An IPv4 or IPv6 address without brackets, and a port; port 0 takes a free one. No name is looked up. An IPv6 address takes
        /// IPv6 connections only: `0.0.0.0` and `::` are two listeners.
        case host(String, port: Int)
        /// A Unix socket that is created with these permissions. Users who may write to it may connect.
        case unix(path: String, mode: UInt32)
        /// A socket that listens already, handed over by a service manager (socket activation).
        case inherited(descriptor: Int32)
    }

    /// The certificates that clients have to present (mutual TLS).
    public struct ClientCertificates: Hashable, Sendable {
        /// The authorities that issue clients' certificates, in PEM. No others are trusted, not even the system's.
        public let authoritiesPEM: String

        /// Requires each client to present a certificate of one of these authorities.
        ///
        /// - Parameter authoritiesPEM: The authorities' certificates, in PEM.
        public init(authoritiesPEM: String) { self.authoritiesPEM = authoritiesPEM }
    }

    public let address: Address
    /// The certificates with their keys. A connection uses the first one with the name that the client requests, otherwise the
    /// first.
    /// Without certificates, the listener speaks plain HTTP.
    public let identities: [TLSIdentity]
    /// The certificates that clients have to present; `nil` for none.
    public let clientCertificates: ClientCertificates?
    /// The proxies that may state the client's address; `nil` for none.
    public let proxies: TrustedProxies?
    /// `true` if it answers `GET /health` and `GET /ready` only. Its connections don't count towards the limit of the others, so it
    /// answers even when that is reached.
    public let isHealthOnly: Bool

    /// The mode of a Unix socket that only its owner may connect to.
    public static let ownerOnly: UInt32 = 0o600

    /// The longest path of a Unix socket, in bytes (unix(7): `sun_path`, without its end).
    package static let longestPath = 107

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - address: The place of its socket.
    ///   - identities: The certificates with their keys, the usual one first. None for plain HTTP, which Unix sockets and loopback alone
    ///     may speak; for an inherited socket, the server judges that when it starts.
    ///   - clientCertificates: The certificates that clients have to show; `nil` for none.
    ///   - proxies: The proxies that may name the client's address; `nil` for none.
    ///   - isHealthOnly: Whether it answers `GET /health` and `GET /ready` alone.
    /// - Throws: `SERVER_ERROR` for an address that cannot be one, permissions for other users, plain HTTP for other machines, and client
    ///   certificates without TLS.
    public init(
        _ address: Address, identities: [TLSIdentity], clientCertificates: ClientCertificates? = nil,
        proxies: TrustedProxies? = nil, isHealthOnly: Bool = false
    ) throws(JourneyError) {
        switch address {
        case .host(let host, let port):
            guard let parsed = ClientAddress(text: host) else {
                throw JourneyError(.serverError, "\(host) isn't an IPv4 or IPv6 address.")
            }
            guard (0...65_535).contains(port) else {
                throw JourneyError(.serverError, "A port is a number from 0 to 65535.")
            }
            guard !identities.isEmpty || ServerListener.mayBePlain(at: parsed) else {
                throw JourneyError(
                    .serverError, "\(host) is no address of loopback: plain HTTP is for Unix sockets and loopback only."
                )
            }
        case .unix(let path, let mode):
            guard !path.isEmpty, !path.utf8.contains(0), path.utf8.count <= ServerListener.longestPath else {
                throw JourneyError(
                    .serverError,
                    "A Unix socket's path has 1 to \(ServerListener.longestPath) bytes; \(path) has \(path.utf8.count)."
                )
            }
            guard mode & ~0o660 == 0 else {
                throw JourneyError(
                    .serverError, "\(path) would have mode \(String(mode, radix: 8)); a Unix socket has 600 or 660.")
            }
        case .inherited(let descriptor):
            guard descriptor >= ListenDescriptors.first else {
                throw JourneyError(.serverError, "Descriptor \(descriptor) is no socket that was handed over.")
            }
        }
        guard clientCertificates == nil || !identities.isEmpty else {
            throw JourneyError(.serverError, "Client certificates need TLS, and the listener has no certificate.")
        }
        self.address = address
        self.identities = identities
        self.clientCertificates = clientCertificates
        self.proxies = proxies
        self.isHealthOnly = isHealthOnly
    }

    /// Returns `true` if a socket at this address may speak plain HTTP: no other machine can reach it.
    static func mayBePlain(at address: ClientAddress) -> Bool { address == .unix || address.isLoopback }

    /// Returns `true` if `host` is an address of loopback, where plain HTTP may be spoken.
    package static func isLoopback(_ host: String) -> Bool { ClientAddress(text: host)?.isLoopback ?? false }

    /// The usual spelling of an address to listen on, so that two of one address are equal.
    ///
    /// - Parameter host: An IPv4 or IPv6 address without brackets.
    /// - Returns: `nil` for what is no address.
    package static func spelling(ofHost host: String) -> String? { ClientAddress(text: host)?.text }
}
