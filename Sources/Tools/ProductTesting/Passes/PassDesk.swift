import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization
import WalletPass

/// The service of a `PassSandbox`: signed binding data for a tag, the callback that gives the pass, and what became of it, by the
/// rules of the real one (`docs/pass-service.md`), in memory. What a backend asks of it, tokens for persons, is not here.
public final class PassDesk: HTTPService {
    private struct Session {
        let tag: String
        let binding: IssuerBindingData
        let expires: Date
        /// What the device has sent, and the pass that it got for it.
        var answer: (sent: DeviceBinding, pass: [UInt8])?
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var rates = Rates()
        var isSuspended = false
    }

    /// Seconds that a device has to answer.
    static let sessionLife: TimeInterval = 600
    /// What may be asked in ten minutes: binding data for one tag, callbacks of one session.
    static let (mostOfTag, mostCallbacks) = (60, 30)
    private let token: String
    /// By number, from 1 on.
    private let tags: [String]
    private let authority: PassAuthority
    private let origin: Origin
    private let surroundings: Surroundings
    private let state = Mutex(State())

    init(
        token: String, tags: [String], authority: PassAuthority, origin: Origin, surroundings: Surroundings
    ) {
        self.token = token
        self.tags = tags
        self.authority = authority
        self.origin = origin
        self.surroundings = surroundings
    }

    /// The client is deleted, or is back: all its calls are `CLIENT_SUSPENDED`.
    public func suspend(_ isSuspended: Bool = true) { state.withLock { $0.isSuspended = isSuspended } }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(Refusal) {
            let (path, sessions) = (request.url.path, "\(PassDesk.path)/sessions/")
            switch (request.method, path) {
            case (.post, "\(PassDesk.path)/issuer_data"):
                try admit(request)
                return try issuerData(request)
            case (.post, "\(PassDesk.path)/callback"): return try callback(request)
            case (.get, _) where path.hasPrefix(sessions) && path.utf8.count > sessions.utf8.count:
                try admit(request)
                return try status(String(path.dropFirst(sessions.count)))
            default: throw .notFound
            }
        } catch { return error.response }
    }

    private static let path = "/api/v2/in_app_provisioning"

    /// HTTP Basic: the token as the user's name, no password.
    private func admit(_ request: HTTPRequest) throws(Refusal) {
        let pair = request.credentials("Basic").flatMap { Data(base64Encoded: $0) }
        guard let pair, Secret(copying: pair).hasSameBytes(as: Secret(copying: "\(token):".utf8)) else {
            throw Refusal(401, "TOKEN_INVALID")
        }
        if state.withLock(\.isSuspended) { throw Refusal(403, "CLIENT_SUSPENDED") }
    }

    /// Tags are known by reference and by number; there are no subscriptions here.
    private func tag(_ request: HTTPRequest) throws(Refusal) -> (reference: String, number: Int) {
        guard request.hasBody("application/json") else { throw Refusal(415, "UNSUPPORTED_TYPE") }
        guard let members = request.members(), Set(members.keys).isSubset(of: ["tag_id", "id_attribute"]),
            let tag = members["tag_id"]?.string, (1...255).contains(tag.utf8.count),
            tag.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw .invalid }
        let index: Int?
        switch members["id_attribute"] {
        case nil, "reference_id": index = tags.firstIndex(of: tag)
        case "pronto_tag_id": index = tags.indices.first { "\($0 + 1)" == tag }
        case "subscription_id": index = nil
        default: throw Refusal(400, "ID_ATTRIBUTE_INVALID")
        }
        guard let index else { throw Refusal(404, "PASS_UNKNOWN") }
        return (tags[index], index + 1)
    }

    private func issuerData(_ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        let (tag, number) = try tag(request)
        let (id, now) = (surroundings.identifier(), surroundings.now())
        let wait = state.withLock { $0.rates.count(["tag", tag], most: PassDesk.mostOfTag, now: now) }
        if let wait { throw Refusal(429, "RATE_LIMITED", retryAfter: wait) }
        guard let callback = HTTPSURL(origin: origin, path: "\(PassDesk.path)/callback") else { throw .noSigner }
        let binding = IssuerBindingData(
            relyingPartyIdentifier: origin.host, accountHash: Hex.encode(SHA256.hash(Array("holder of \(tag)".utf8))),
            created: now, sessionIdentifier: id, callback: callback, names: authority.names,
            displayableName: "Sandbox")
        guard let signature = try? authority.sign(binding.bytes, at: now) else { throw .noSigner }
        state.withLock {
            $0.sessions[id] = Session(tag: tag, binding: binding, expires: now + PassDesk.sessionLife)
        }
        return .json(
            [
                "issuer_data": .string(Data(binding.bytes).base64EncodedString()),
                "signature": .string(Data(signature).base64EncodedString()), "tag_id": .string("\(number)"),
            ], headers: ["Cache-Control": "no-store"])
    }

    private func status(_ id: String) throws(Refusal) -> HTTPResponse {
        guard let session = state.withLock({ $0.sessions[id] }) else { throw Refusal(404, "SESSION_UNKNOWN") }
        let word =
            session.answer != nil ? "completed" : surroundings.now() < session.expires ? "pending" : "expired"
        return .json(["status": .string(word)], headers: ["Cache-Control": "no-store"])
    }

    /// The device's answer: once for each session, and the same bytes again for the same answer.
    private func callback(_ request: HTTPRequest) throws(Refusal) -> HTTPResponse {
        let id = try DeviceBinding.session(request)
        let sent = try DeviceBinding(request)
        guard let session = state.withLock({ $0.sessions[id] }) else { throw Refusal(404, "SESSION_UNKNOWN") }
        let now = surroundings.now()
        let wait = state.withLock { $0.rates.count(["session", id], most: PassDesk.mostCallbacks, now: now) }
        if let wait { throw Refusal(429, "RATE_LIMITED", retryAfter: wait) }
        guard now < session.expires else { throw Refusal(410, "SESSION_EXPIRED") }
        if let (earlier, pass) = session.answer {
            guard earlier == sent else { throw .sessionUsed }
            return PassDesk.answer(pass)
        }
        if state.withLock(\.isSuspended) { throw Refusal(403, "CLIENT_SUSPENDED") }
        // The real service cannot look into this; here, what no device of the sandbox has signed is refused.
        guard let keyHash = sent.keyHash,
            SandboxBinding.isGood(sent.data, keyHash: keyHash, over: session.binding.bytes)
        else { throw .invalid }
        let pass: [UInt8]
        do {
            pass = try PassBuilder(signer: authority).build(
                files(session, signed: sent.data, keyHash: keyHash), at: now)
        } catch { throw .noSigner }
        // Of two at once, the first one's pass is the pass.
        let kept = state.withLock { state -> [UInt8]? in
            if let (earlier, first) = state.sessions[id]?.answer { return earlier == sent ? first : nil }
            state.sessions[id]?.answer = (sent, pass)
            return pass
        }
        guard let kept else { throw .sessionUsed }
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

extension Refusal {
    fileprivate static let sessionUsed = Refusal(409, "SESSION_USED")
    fileprivate static let noSigner = Refusal(503, "SIGNER_UNAVAILABLE", retryAfter: 5)
}
