import JourneyBase
import JourneyLanguage
import JourneyServer

extension GatewayConfiguration {
    /// A certificate with its key, by their files.
    package struct CertificateFiles: Hashable, Sendable {
        /// PEM: the server's certificate, followed by its intermediates.
        var certificateFile: String
        /// PEM, PKCS #8; a secret.
        var keyFile: String
        /// DER: an OCSP response for the certificate to staple; `nil` for no stapling.
        var stapleFile: String?
    }

    /// A socket on which the gateway listens.
    struct Listener: Hashable, Sendable {
        /// The kind and address of a socket.
        enum Socket: Hashable, Sendable {
            /// An IPv4 or IPv6 address in its usual spelling; port 0 takes a free one.
            case host(String, port: Int)
            case unix(path: String, mode: UInt32)
            /// All sockets that the service manager hands over under this name.
            case activation(name: String)
        }

        var socket: Socket
        /// `true` for plain HTTP, for a proxy on the same machine.
        var isPlain = false
        /// PEM: the authorities for required client certificates; `nil` to require none.
        var clientAuthoritiesFile: String?
        /// The proxies trusted to name the client's address; `nil` for none.
        var proxies: TrustedProxies?
        /// `true` to serve only `/health` and `/ready`.
        var isHealthOnly = false

        /// Creates a listener with TLS and without client certificates at `socket`.
        init(_ socket: Socket) { self.socket = socket }
    }

    /// The sockets on which the gateway listens, and its resource limits.
    package struct Server: Hashable, Sendable {
        /// The listeners, at least one of which isn't health-only.
        var listeners: [Listener]
        /// The resource limits, with defaults for those that the file omits.
        var limits = ServerLimits()
        /// `true` if the file sets the number of connections; otherwise it is the default or the number that fits.
        var hasOwnConnections = false
        /// The number of event loops; 0 for one per processor.
        var loops = 0

        init(_ listeners: [Listener]) { self.listeners = listeners }

        /// The port of the first listener that has one and isn't health-only; 0 without such a listener, or if the system chooses
        /// the port.
        var port: Int {
            for listener in listeners where !listener.isHealthOnly {
                if case .host(_, let port) = listener.socket { return port }
            }
            return 0
        }

        /// `true` if a listener that isn't health-only has an address with a port.
        var hasPort: Bool {
            listeners.contains { listener in
                guard case .host = listener.socket else { return false }
                return !listener.isHealthOnly
            }
        }
    }

    /// Reads `tls`: one certificate with its key, and further ones for other names.
    static func certificates(
        _ tls: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> [CertificateFiles] {
        let members: Set<String> = ["certificateFile", "keyFile", "stapleFile"]
        try tls.onlyMembers(members.union(["additional"]))
        func files(_ reading: Reading) throws(Refusal) -> CertificateFiles {
            CertificateFiles(
                certificateFile: try path(reading.required("certificateFile")),
                keyFile: try path(reading.required("keyFile")), stapleFile: try reading.member("stapleFile").map(path))
        }
        var certificates = [try files(tls)]
        guard let list = tls.member("additional") else { return certificates }
        try list.atMost(32, "certificates")
        for element in try list.elements() {
            try element.onlyMembers(members)
            let next = try files(element)
            guard certificates.allSatisfy({ $0.certificateFile != next.certificateFile }) else {
                throw element.refusal("repeats a certificate that is listed before")
            }
            certificates.append(next)
        }
        return certificates
    }
}
