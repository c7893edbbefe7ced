import JourneyBase
import JourneyServer

/// The settings to start a gateway's server with.
struct ServerPlan: Sendable {
    let listeners: [ServerListener]
    /// The port that clients use, if it differs from a listener's own.
    let publicPort: Int?
    let limits: ServerLimits
    /// The number of event loops; 0 for one per processor.
    let loops: Int
    /// Findings that don't prevent a start. Each names the affected member.
    let warnings: [String]

    /// Descriptors reserved for the gateway itself: the database, the log, event loops and listeners, issuer calls, and the spare
    /// one.
    static let ownDescriptors = 256

    /// Derives a server's settings from a configuration. Does no I/O.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - files: The contents of the files that it names.
    ///   - descriptors: The sockets from the service manager; `nil` if they are unknown, as in a check: then listeners with
    ///     `activation` are left out.
    ///   - openFiles: The process's limit for open files and sockets.
    /// - Throws: `CONFIGURATION_INVALID` for more connections than the process can have, for a socket that was not handed over,
    ///   and for one that no listener names.
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
                        "server.listeners[\(index)].activation: the service manager passed no socket named \(name)."
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
                "The service manager passed a socket named \(socket.name), but no listener has that activation."
            )
        }
        self.listeners = listeners
        publicPort = configuration.publicPort
        loops = server.loops
        var warnings = files.namesWithoutCertificate.map {
            "tls: no certificate has the name \($0); clients that use it will refuse the connection."
        }
        limits = try ServerPlan.limits(server, openFiles: openFiles, &warnings)
        self.warnings = warnings
    }

    /// Returns the limits. Without a configured number, as many connections as fit.
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
                "\(place): \(limits.connections) connections and \(ownDescriptors) files for the gateway itself exceed the"
                    + " \(openFiles) files that this process may have open (RLIMIT_NOFILE).")
        }
        limits.connections = max(16, room)
        limits.connectionsPerAddress = min(limits.connectionsPerAddress, limits.connections)
        limits.handshakes = min(limits.handshakes, limits.connections)
        warnings.append(
            "\(place): only \(limits.connections) fit, because this process may have \(openFiles) files open (RLIMIT_NOFILE)."
        )
        return limits
    }
}

extension ServerPlan {
    /// Starts a server with these settings.
    ///
    /// - Throws: `SERVER_ERROR` for an address in use, and a key that doesn't match its certificate; `CONFIGURATION_INVALID` for
    ///   unsupported settings.
    func start(
        _ service: any HTTPService, names: Set<String>, readiness: Readiness, log: Log, requestLog: RequestLogPolicy
    ) async throws(JourneyError) -> HTTPServer {
        try await HTTPServer.start(
            service: service, names: names, listeners: listeners, publicPort: publicPort, limits: limits,
            readiness: readiness, log: log, requestLog: requestLog, loops: loops)
    }

    /// Logs the number of warnings. Their texts appear in a check only, because the log has fixed sentences.
    func warn(_ log: Log) {
        guard !warnings.isEmpty else { return }
        log.record(
            .warning, "The server's settings have warnings; run journey-gateway --check to list them.",
            [.count: String(warnings.count)])
    }
}
