public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// An authenticator of callers of manifests, runs, attestation and telemetry. A bank that composes its own server provides its
/// own; the gateway program uses `GatewayAccess`.
public protocol GatewayIdentity: Sendable {
    /// Returns the caller of `request`. Headers count only for names that the bank has issued.
    ///
    /// - Parameter request: The request to authenticate.
    /// - Returns: The partner's client, with its session.
    /// - Throws: `Problem` 401 with `WWW-Authenticate` for an unknown caller; 403 for one without permission.
    func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller
}

extension GatewayIdentity {
    /// Returns the caller of `request` and records it in the request log.
    func identified(_ request: HTTPRequest) async throws(Problem) -> GatewayCaller {
        let caller = try await caller(of: request)
        caller.identify()
        return caller
    }

    /// Returns the problem that `caller(of:)` throws for `request`, or `nil`.
    func refusal(of request: HTTPRequest) async -> Problem? {
        do { _ = try await identified(request) } catch { return error }
        return nil
    }
}

/// The authenticated sender of a request: a partner's client in one session.
public struct GatewayCaller: Hashable, Sendable {
    public let partner: String
    public let client: String
    /// SHA-256 of the context token. Attestations are bound to it.
    let session: [UInt8]
    /// SHA-256 of the person's name at the identity provider; `nil` where the token doesn't say whose it is. Limits count per
    /// person, so that a renewed token doesn't start anew.
    let subject: [UInt8]?

    /// Creates a caller from the bank's names and a context token.
    ///
    /// - Parameters:
    ///   - partner: The partner's name, as the bank spells it.
    ///   - client: The client's name, as the bank spells it.
    ///   - token: The context token. Only its SHA-256 is kept.
    public init(partner: String, client: String, token: Secret) {
        self.init(partner: partner, client: client, session: token.withBytes { SHA256.hash(Array($0)) })
    }

    init(partner: String, client: String, session: [UInt8], subject: [UInt8]? = nil) {
        self.partner = partner
        self.client = client
        self.session = session
        self.subject = subject
    }

    /// SHA-256 of whom limits count for: the person, or else the token.
    var account: [UInt8] { subject ?? session }

    /// Records the caller in the request log.
    func identify() { RequestCaller.identify("context", partner, client, Hex.encode(account)) }
}
