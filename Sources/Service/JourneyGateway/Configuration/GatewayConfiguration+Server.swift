import JourneyBase
import JourneyLanguage
import JourneyServer

extension GatewayConfiguration {
    /// A certificate with its key, by their files.
    package struct CertificateFiles: Hashable, Sendable {
        /// PEM: the server's certificate, then those between it and the authority.
        var certificateFile: String
        /// PEM, PKCS #8; a secret.
        var keyFile: String
        /// DER: an OCSP response for the certificate; `nil`: none is stapled.
        var stapleFile: String?
    }

    /// One socket that the gateway answers on.
    struct Listener: Hashable, Sendable {
        /// The place of the socket.
        enum Socket: Hashable, Sendable {
            /// An IPv4 or IPv6 address in its usual spelling; port 0 takes a free one.
            case host(String, port: Int)
            case unix(path: String, mode: UInt32)
            /// All sockets that the service manager hands over under this name.
            case activation(name: String)
        }

        var socket: Socket
        /// `true` if it speaks plain HTTP, for a proxy on the same machine.
        var isPlain = false
        /// PEM: the authorities of certificates that clients have to show; `nil`: they show none.
        var clientAuthoritiesFile: String?
        /// The proxies that may name the client's address; `nil`: none may.
        var proxies: TrustedProxies?
        /// `true` if it answers `/health` and `/ready` alone.
        var isHealthOnly = false

        /// A listener with TLS for everybody, at `socket`.
        init(_ socket: Socket) { self.socket = socket }
    }

    /// The sockets that the gateway answers on, and what clients may cost it.
    package struct Server: Hashable, Sendable {
        /// At least one that is not for health alone.
        var listeners: [Listener]
        /// The limits; one that the file leaves out has its default.
        var limits = ServerLimits()
        /// `true` if the file sets the number of connections; otherwise it is the default, or as many as fit.
        var hasOwnConnections = false
        /// Event loops; 0 for one on each processor.
        var loops = 0

        init(_ listeners: [Listener]) { self.listeners = listeners }

        /// The port of the first listener that has one and is not for health alone; 0 where none has, or where the system chooses.
        var port: Int {
            for listener in listeners where !listener.isHealthOnly {
                if case .host(_, let port) = listener.socket { return port }
            }
            return 0
        }

        /// `true` if a listener that is not for health alone has an address with a port.
        var hasPort: Bool {
            listeners.contains { listener in
                guard case .host = listener.socket else { return false }
                return !listener.isHealthOnly
            }
        }
    }

    /// Reads `tls`: one certificate with its key, and others for other names.
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
                throw element.refusal("is a certificate that stands here already")
            }
            certificates.append(next)
        }
        return certificates
    }
}
