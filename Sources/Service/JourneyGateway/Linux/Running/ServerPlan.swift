import JourneyBase
import JourneyServer

/// The settings that a gateway's server is started with.
struct ServerPlan: Sendable {
    let listeners: [ServerListener]
    /// The port that clients know, where it is another than a listener's own.
    let publicPort: Int?
    let limits: ServerLimits
    /// Event loops; 0 for one on each processor.
    let loops: Int
    /// Findings that don't prevent a start, in sentences that name the place.
    let warnings: [String]

    /// Files and sockets that the gateway needs besides its clients' connections: the database's, the log, loops and listeners, calls to
    /// an issuer, the spare one.
    static let ownDescriptors = 256

    /// Maps a configuration to a server's settings. Does no I/O.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - files: The contents of the files that it names.
    ///   - descriptors: The sockets that the service manager has handed over; `nil` where that is not known yet, as in a check: then
    ///     listeners that wait for one are left out.
    ///   - openFiles: How many files and sockets the process may have open.
    /// - Throws: `CONFIGURATION_INVALID` for more connections than the process can have, for a socket that was not handed over, and for
    ///   one that no listener names.
    init(
        _ configuration: GatewayConfiguration, files: ServerFiles, descriptors: ListenDescriptors?, openFiles: Int
    ) throws(JourneyError) {
        let server = configuration.server
        var listeners: [ServerListener] = []
        var unclaimed = descriptors?.sockets ?? []
        for (index, listener) in server.listeners.enumerated() {
            let addresses: [ServerListener.Address]
            switch listener.socket {
            case .host(let host, let port): addresses = [.host(host, port: port)]
            case .unix(let path, let mode): addresses = [.unix(path: path, mode: mode)]
            case .activation(let name):
                addresses = unclaimed.filter { $0.name == name }.map { .inherited(descriptor: $0.descriptor) }
                unclaimed.removeAll { $0.name == name }
                guard !addresses.isEmpty || descriptors == nil else {
                    throw JourneyError(
                        .configurationInvalid,
                        "server.listeners[\(index)].activation: the service manager has handed over no socket named \(name)."
                    )
                }
            }
            for address in addresses {
                listeners.append(
                    try ServerListener(
                        address, identities: listener.isPlain ? [] : files.identities,
                        clientCertificates: files.clientAuthorities[index].map {
                            ServerListener.ClientCertificates(authoritiesPEM: $0)
                        },
                        proxies: listener.proxies, isHealthOnly: listener.isHealthOnly))
            }
        }
        if let socket = unclaimed.first {
            throw JourneyError(
                .configurationInvalid,
                "The service manager has handed over a socket named \(socket.name), which no listener's activation names."
            )
        }
        self.listeners = listeners
        publicPort = configuration.publicPort
        loops = server.loops
        var warnings = files.namesWithoutCertificate.map {
            "tls: no certificate has the name \($0); clients that ask for it will refuse the connection."
        }
        limits = try ServerPlan.limits(server, openFiles: openFiles, &warnings)
        self.warnings = warnings
    }

    /// The limits, with as many connections as fit where the file does not say how many.
    private static func limits(
        _ server: GatewayConfiguration.Server, openFiles: Int, _ warnings: inout [String]
    ) throws(JourneyError) -> ServerLimits {
        var limits = server.limits
        let room = openFiles - ownDescriptors
        guard limits.connections > room else { return limits }
        let place = "server.limits.connections"
        guard !server.hasOwnConnections else {
            throw JourneyError(
                .configurationInvalid,
                "\(place): \(limits.connections) connections and \(ownDescriptors) files of the gateway's own are more than the"
                    + " \(openFiles) files that this process may have open (RLIMIT_NOFILE).")
        }
        limits.connections = max(16, room)
        limits.connectionsPerAddress = min(limits.connectionsPerAddress, limits.connections)
        limits.handshakes = min(limits.handshakes, limits.connections)
        warnings.append(
            "\(place): only \(limits.connections) fit, for this process may have \(openFiles) files open (RLIMIT_NOFILE)."
        )
        return limits
    }
}

extension ServerPlan {
    /// Starts a server with these settings.
    ///
    /// - Throws: `SERVER_ERROR` for an address that is taken, and a key that belongs to another certificate; `CONFIGURATION_INVALID` for
    ///   settings that the server does not have.
    func start(
        _ service: any HTTPService, names: Set<String>, readiness: Readiness, log: Log, requestLog: RequestLogPolicy
    ) async throws(JourneyError) -> HTTPServer {
        try await HTTPServer.start(
            service: service, names: names, listeners: listeners, publicPort: publicPort, limits: limits,
            readiness: readiness, log: log, requestLog: requestLog, loops: loops)
    }

    /// Logs that there are warnings. The sentences themselves are for a check: a log has fixed ones.
    func warn(_ log: Log) {
        guard !warnings.isEmpty else { return }
        log.record(
            .warning, "The server's settings have warnings; --check lists them.",
            [.count: String(warnings.count)])
    }
}
