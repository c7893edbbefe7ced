public import JourneyBase
import JourneyLanguage
import JourneyServer

/// What a gateway is told by its operator's file. `docs/reference/gateway.md` has an example and every member.
///
/// It holds no secret: those are named by their files. Paths that are not absolute start at the file's own folder.
public struct GatewayConfiguration: Hashable, Sendable {
    /// Where it keeps what all instances share.
    public enum Store: Hashable, Sendable {
        case sqlite(file: String)
        case socket(folder: String, port: Int, database: String, user: String, passwordFile: String)
        case server(
            host: String, port: Int, authoritiesFile: String, database: String, user: String, passwordFile: String)
    }

    /// The apps whose keys are attested, and by whom.
    public struct Attestation: Hashable, Sendable {
        /// Team and bundle (`TEAM123456.com.partner.app`), by the partner's id.
        var appIDs: [String: Set<String>]
        /// PEM; `nil` for Apple's own root.
        var rootsFile: String?
        /// Whether the development attestor is believed: in the sandbox only.
        var takesDevelopment: Bool
        /// SHA-256 digests of attested keys that count no more, one in each line.
        var revokedKeysFile: String?
    }

    /// How the log of requests names clients and callers.
    public struct RequestLog: Hashable, Sendable {
        var addresses: RequestLogPolicy.Addresses = .truncated
        /// The key of callers' pseudonyms; a secret. `nil`: each start makes one.
        var pseudonymKeyFile: String?

        init() {}
    }

    /// `sandbox` or `production`.
    public var environment: String
    /// The sockets that it answers on, and what clients may cost it.
    public var server: Server
    /// The port that clients know, where something before the gateway maps it to a listener's; `nil`: the listener's own.
    public var publicPort: Int?
    /// The host names that requests may be addressed to, in lower case.
    public var names: Set<String>
    /// The certificates with their keys, the usual one first, then those for other names; none where all listeners are plain.
    public var certificates: [CertificateFiles]
    public var store: Store
    public var manifestKeysFile: String
    /// The roots that have signed it, and whose manifests they are.
    public var manifestAnchorFile: String
    public var remoteKeysFile: String
    /// The folder whose manifests, bundles and remote configuration are served.
    public var publishedFolder: String
    /// Client ids by partner id.
    public var partners: [String: Set<String>]
    /// SHA-256 digests of the tokens that open manifests, each with the partner and the client that it was issued for.
    public var contextTokensFile: String
    /// SHA-256 digests of the credentials with which a bank's servers have proofs checked; `nil`: nobody does.
    public var proofCheckersFile: String?
    /// What is believed of apps; `nil`: nothing attests them.
    public var attestation: Attestation?
    /// The card proxy; `nil`: there is none.
    public var cards: Cards?
    /// The pass service; `nil`: there is none.
    public var passes: Passes?
    public var telemetryRetention: Duration
    public var requestLog: RequestLog
    /// How long a stop is announced before it begins, and how long requests then have to end.
    public var notice: Duration
    public var grace: Duration

    /// The file of the usual certificate, where there is one.
    public var certificateFile: String? { certificates.first?.certificateFile }

    /// The file of the usual certificate's key, where there is one.
    public var keyFile: String? { certificates.first?.keyFile }

    /// The port of the first listener that has one and is not for health alone; 0 where none has, or where the system chooses.
    public var port: Int { server.port }

    /// The configuration that `bytes` spell; `folder` is where the file lies. Throws `CONFIGURATION_INVALID` with the place
    /// of the first fault: file `name`, line and column. A member that is not known is one.
    ///
    /// `environment` is what the process was told, where it was told: a file that names another one is refused.
    public init(
        reading bytes: [UInt8], folder: String, name: String? = nil, environment: String? = nil
    ) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .configurationInvalid, limits: JSONLimits(bytes: 1 << 20, depth: 8)
        ) { (file) throws(Refusal) in try GatewayConfiguration(file, folder: folder, environment: environment) }
    }
}
