public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// Who may ask a gateway for manifests, runs, attestation and telemetry. A bank that composes its own server brings its own;
/// the gateway program's is `GatewayAccess`.
public protocol GatewayIdentity: Sendable {
    /// Whose `request` is. What its headers say counts for nothing that the bank has not issued.
    ///
    /// - Throws: 401 for a caller who is not known, with `WWW-Authenticate`, and 403 for one who may not ask.
    func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller
}

extension GatewayIdentity {
    /// Whose `request` is, once the request log knows too.
    func identified(_ request: HTTPRequest) async throws(Problem) -> GatewayCaller {
        let caller = try await caller(of: request)
        caller.identify()
        return caller
    }

    /// Why `request` may not have what it asks for, or `nil`; as `caller(of:)` says.
    func refusal(of request: HTTPRequest) async -> Problem? {
        do { _ = try await identified(request) } catch { return error }
        return nil
    }
}

/// Whom a request is from: a partner's client, in one session.
public struct GatewayCaller: Hashable, Sendable {
    public let partner: String
    public let client: String
    /// SHA-256 of the context token. What is attested is bound to it.
    let session: [UInt8]

    /// A caller, as the bank spells its names, who presents `token`.
    public init(partner: String, client: String, token: Secret) {
        self.init(partner: partner, client: client, session: token.withBytes { SHA256.hash(Array($0)) })
    }

    init(partner: String, client: String, session: [UInt8]) {
        self.partner = partner
        self.client = client
        self.session = session
    }

    /// Tells the request log who makes the request.
    func identify() { RequestCaller.identify("context", partner, client, Hex.encode(session)) }
}
