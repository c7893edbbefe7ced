package import JourneyBase
import JourneyLanguage
import JourneyServer

/// The contents of the operator's configuration file. `docs/reference/gateway.md` has an example and all members.
///
/// It contains no secrets, only the paths of their files. Relative paths start at the configuration file's folder.
package struct GatewayConfiguration: Hashable, Sendable {
    /// The database shared by all instances.
    package enum Store: Hashable, Sendable {
        case sqlite(file: String)
        case socket(folder: String, port: Int, database: String, user: String, passwordFile: String)
        case server(
            host: String, port: Int, authoritiesFile: String, database: String, user: String, passwordFile: String)
    }

    /// The apps whose keys may be attested, and the accepted attestors.
    package struct Attestation: Hashable, Sendable {
        /// App IDs of team and bundle (`TEAM123456.com.partner.app`), by partner id.
        var appIDs: [String: Set<String>]
        /// The PEM file with Apple's roots; `nil` for the built-in one.
        var rootsFile: String?
        /// `true` to accept the development attestor: in the sandbox only.
        var acceptsDevelopment: Bool
        /// The file with SHA-256 digests of revoked attested keys, one per line.
        var revokedKeysFile: String?
    }

    /// The way in which callers are known.
    package enum Access: Hashable, Sendable {
        /// The file with SHA-256 digests of context tokens, each with its partner and client; in the sandbox only.
        case tokensFile(String)
        case provider(Provider)
    }

    /// The representation of clients and callers in the request log.
    package struct RequestLog: Hashable, Sendable {
        var addresses: RequestLogPolicy.Addresses = .truncated
        /// The file of the key for callers' pseudonyms, a secret; `nil` to create one at each start.
        var pseudonymKeyFile: String?

        init() {}
    }

    /// `sandbox` or `production`.
    package var environment: String
    /// The sockets on which the gateway listens, and its resource limits.
    package var server: Server
    /// The port that clients use if a proxy or firewall maps it to a listener's; `nil` for the listener's own.
    package var publicPort: Int?
    /// The host names that requests may be addressed to, in lower case.
    package var names: Set<String>
    /// The certificates with their keys: the default one first, then those for other names; empty if all listeners are plain.
    package var certificates: [CertificateFiles]
    package var store: Store
    package var manifestKeysFile: String
    /// The file of the manifest anchor: the root keys that sign the manifest key set, and the manifests' issuer.
    package var manifestAnchorFile: String
    package var remoteKeysFile: String
    /// The folder whose manifests, bundles and remote configuration are served.
    package var publishedFolder: String
    /// Client ids by partner id.
    package var partners: [String: Set<String>]
    /// The way in which callers are known.
    package var access: Access
    /// The file with SHA-256 digests of the credentials with which a bank's servers check proofs; `nil` for none.
    package var proofCheckersFile: String?
    /// The accepted attestations of apps; `nil` for none.
    package var attestation: Attestation?
    /// The card proxy's configuration; `nil` turns it off.
    package var cards: Cards?
    /// The banks to which calls are forwarded, by name.
    package var banks: [String: Bank]
    /// The pass service's configuration; `nil` turns it off.
    package var passes: Passes?
    package var telemetryRetention: Duration
    package var requestLog: RequestLog
    /// The time between the announcement of a stop and its begin, and below it the time for requests to finish.
    package var notice: Duration
    package var grace: Duration

    /// The file of the default certificate, if any.
    package var certificateFile: String? { certificates.first?.certificateFile }

    /// The file of the default certificate's key, if any.
    package var keyFile: String? { certificates.first?.keyFile }

    /// The port of the first listener that has one and isn't health-only; 0 without such a listener, or if the system chooses the
    /// port.
    package var port: Int { server.port }

    /// Parses a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents, JSON of at most 1 MiB and 8 levels.
    ///   - folder: The file's folder, where relative paths start.
    ///   - name: The file's name for messages.
    ///   - environment: The environment given to the process, if any. A file that names another one is refused.
    /// - Throws: `CONFIGURATION_INVALID` with file, line and column of the first error; an unknown member is one.
    package init(
        reading bytes: [UInt8], folder: String, name: String? = nil, environment: String? = nil
    ) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .configurationInvalid, limits: JSONLimits(bytes: 1 << 20, depth: 8)
        ) { (file) throws(Refusal) in try GatewayConfiguration(file, folder: folder, environment: environment) }
    }
}
