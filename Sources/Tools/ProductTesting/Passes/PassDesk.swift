import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization
import WalletPass

/// The service of a `PassSandbox`: signed binding data for a tag, the callback that gives the pass, and what became of it, by the
/// rules of the real one (`docs/wallet-pass.md`), in memory.
public final class PassDesk: HTTPService {
    private struct Session {
        let tag: String
        let binding: IssuerBindingData
        let expires: Date
        var body: [UInt8]?
        var pass: [UInt8]?
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var isSuspended = false
        var voided: Set<String> = []
    }

    static let sessionLife: TimeInterval = 300
    private let token: String
    private let tags: Set<String>
    private let authority: PassAuthority
    private let origin: Origin
    private let surroundings: Surroundings
    private let state = Mutex(State())

    init(
        token: String, tags: [String], authority: PassAuthority, origin: Origin, surroundings: Surroundings
    ) {
        self.token = token
        self.tags = Set(tags)
        self.authority = authority
        self.origin = origin
        self.surroundings = surroundings
    }

    /// The client is deleted, or is back: all its calls are `CLIENT_SUSPENDED`.
    public func suspend(_ isSuspended: Bool = true) { state.withLock { $0.isSuspended = isSuspended } }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) {
            let path = request.url.path
            switch (request.method, path) {
            case (.post, "/api/v2/in_app_provisioning/issuer_data"):
                try admit(request)
                return try issuerData(request)
            case (.post, "/api/v2/in_app_provisioning/callback"): return try callback(request)
            case (.get, _) where path.hasPrefix("/api/v2/in_app_provisioning/sessions/"):
                try admit(request)
                return try status(request.lastPart)
            default: throw Refusal(404, "NOT_FOUND")
            }
        } catch { return error.response }
    }

    /// HTTP Basic: the token as the user's name, no password.
    private func admit(_ request: HTTPRequest) throws(Refusal) {
        let pair = request.credentials("Basic").flatMap { Data(base64Encoded: $0) }
        guard let pair, Secret(copying: pair).hasSameBytes(as: Secret(copying: "\(token):".utf8)) else {
            throw Refusal(401, "TOKEN_INVALID")
        }
        if state.withLock(\.isSuspended) { throw Refusal(403, "CLIENT_SUSPENDED") }
    }

    private func issuerData(_ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        guard let members = request.members, let tag = members["tag_id"]?.string else {
            throw Refusal(400, "REQUEST_INVALID")
        }
        guard ["reference_id", "subscription_id", "pronto_tag_id"].contains(members["id_attribute"]?.string ?? "")
        else {
            throw Refusal(400, "ID_ATTRIBUTE_INVALID")
        }
        // Tags are looked up by their reference; there are no others here.
        guard members["id_attribute"] == "reference_id", tags.contains(tag) else { throw Refusal(404, "PASS_UNKNOWN") }
        let id = surroundings.identifier()
        let now = surroundings.now()
        guard let callback = HTTPSURL(origin: origin, path: "/api/v2/in_app_provisioning/callback") else {
            throw Refusal(503, "SIGNER_UNAVAILABLE")
        }
        let binding = IssuerBindingData(
            relyingPartyIdentifier: origin.host, accountHash: Hex.encode(SHA256.hash(Array("holder of \(tag)".utf8))),
            created: now, sessionIdentifier: id, callback: callback, names: authority.names,
            displayableName: "Sandbox")
        guard let signature = try? authority.sign(binding.bytes, at: now) else {
            throw Refusal(503, "SIGNER_UNAVAILABLE")
        }
        state.withLock {
            $0.sessions[id] = Session(tag: tag, binding: binding, expires: now + PassDesk.sessionLife)
        }
        return .json(
            [
                "issuer_data": .string(Data(binding.bytes).base64EncodedString()),
                "signature": .string(Data(signature).base64EncodedString()), "tag_id": .string(tag),
            ], headers: ["Cache-Control": "no-store"])
    }

    private func status(_ id: String) throws(Refusal) -> HTTPResponse {
        guard let session = state.withLock({ $0.sessions[id] }) else { throw Refusal(404, "SESSION_UNKNOWN") }
        let word =
            session.pass != nil ? "completed" : surroundings.now() < session.expires ? "pending" : "expired"
        return .json(["status": .string(word)], headers: ["Cache-Control": "no-store"])
    }

    /// The device's answer: once for each session, and the same bytes again for the same body.
    private func callback(_ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        let prefix = "sessionIdentifier="
        guard let query = request.url.query, query.hasPrefix(prefix) else { throw Refusal(400, "REQUEST_INVALID") }
        let id = String(query.dropFirst(prefix.count))
        guard let session = state.withLock({ $0.sessions[id] }) else { throw Refusal(404, "SESSION_UNKNOWN") }
        guard surroundings.now() < session.expires else { throw Refusal(410, "SESSION_EXPIRED") }
        if let pass = session.pass {
            guard session.body == request.body else { throw Refusal(409, "SESSION_USED") }
            return PassDesk.answer(pass)
        }
        guard let signed = request.members?["issuerBindingData"]?.string,
            let keyHash = request.members?["keyHash"]?.string,
            SandboxBinding.isGood(signed, keyHash: keyHash, over: session.binding.bytes)
        else { throw Refusal(400, "REQUEST_INVALID") }
        let pass: [UInt8]
        do {
            pass = try PassBuilder(signer: authority).build(
                files(session, signed: signed, keyHash: keyHash), at: surroundings.now())
        } catch { throw Refusal(503, "SIGNER_UNAVAILABLE") }
        // Of two at once, the first one's pass is the pass.
        let kept = state.withLock { state -> [UInt8]? in
            if let first = state.sessions[id]?.pass { return state.sessions[id]?.body == request.body ? first : nil }
            state.sessions[id]?.body = request.body
            state.sessions[id]?.pass = pass
            return pass
        }
        guard let kept else { throw Refusal(409, "SESSION_USED") }
        return PassDesk.answer(kept)
    }

    private static func answer(_ pass: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: ["Content-Type": PassBuilder.mediaType, "Cache-Control": "no-store"], body: pass)
    }

    private func files(_ session: Session, signed: String, keyHash: String) -> [String: [UInt8]] {
        let content: JSONValue = [
            "formatVersion": 1, "passTypeIdentifier": .string(authority.names.passTypeIdentifier),
            "teamIdentifier": .string(authority.names.teamIdentifier), "serialNumber": .string(session.tag),
            "organizationName": "Sandbox", "description": "A pass of the sandbox",
            "fidoProfile": [
                "relyingPartyIdentifier": .string(session.binding.relyingPartyIdentifier),
                "accountHash": .string(session.binding.accountHash), "keyHash": .string(keyHash),
            ],
            "issuerBindingData": ["issuerBindingData": .string(signed)],
            "generic": ["primaryFields": [["key": "tag", "label": "Tag", "value": .string(session.tag)]]],
        ]
        return [
            "pass.json": content.compactBytes, "icon.png": SandboxBinding.picture(29),
            "icon@2x.png": SandboxBinding.picture(58),
        ]
    }
}
