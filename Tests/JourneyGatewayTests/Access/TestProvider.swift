import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import Synchronization

@testable import JourneyGateway

/// An identity provider in the process, with a key that it can rotate, and an introspection endpoint.
final class TestProvider: HTTPTransport {
    struct State {
        var keys: [String: P256PrivateKey] = [:]
        var isDown = false
        var active: [String: JSONValue] = [:]
        var keyFetches = 0
        var questions: [HTTPRequest] = []
        var rawKeys: JSONValue?
    }

    static let issuer = "https://id.bank.example"
    static let audience = "https://gateway.partner.example"
    let state = Mutex(State())

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try state.withLock { state in
            guard !state.isDown else { throw JourneyError(.netUnreachable, "The provider is down.") }
            if request.url.path == "/jwks" {
                state.keyFetches += 1
                let keys = try JWKSet(state.keys.mapValues(\.publicKey)).json
                return .json(state.rawKeys ?? keys)
            }
            state.questions.append(request)
            let form = FormBody(parsing: request.body)
            let token = form?.entries.first { $0.name == "token" }?.value ?? ""
            return .json(state.active[token] ?? ["active": false])
        }
    }

    /// Replaces the signing keys by a new one.
    func rotate(to kid: String) throws {
        let key = try P256PrivateKey.generate()
        state.withLock { $0.keys = [kid: key] }
    }

    /// The claims of a valid token at `now`.
    static func claims(now: Int64, changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string(audience), "sub": "person-1", "client_id": "ios",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)), "jti": "t1",
            "scope": "journeys pay",
        ]
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    func token(
        _ claims: [String: JSONValue], kid: String = "k1", typ: String? = "at+jwt", key: P256PrivateKey? = nil
    ) async throws -> String {
        let held = state.withLock { $0.keys[kid] }
        let signer: P256PrivateKey
        if let key = key ?? held { signer = key } else { signer = try .generate() }
        return try await CompactJWS.sign(JSONValue.object(claims).compactBytes, typ: typ, kid: kid, key: signer)
    }
}

/// A gateway's identity check over a test provider, at a time that the test sets.
final class ProviderFixture: Sendable {
    private final class Moment: Sendable {
        let seconds = Mutex(Int64(1_800_000_000))
    }

    let provider = TestProvider()
    let clock = ManualClock()
    let identity: ProviderIdentity
    private let moment = Moment()

    init(
        isOpaque: Bool = false, senders: SenderConstraints.Demand = .optional, hasNonces: Bool = false,
        algorithms: Set<SignatureAlgorithm> = [.es256]
    ) async throws {
        try provider.rotate(to: "k1")
        let dependencies = Dependencies(
            now: { [moment] in Date(timeIntervalSince1970: TimeInterval(moment.seconds.withLock { $0 })) },
            clock: clock,
            random: Dependencies.system.random)
        let policy = AccessTokenPolicy(
            issuer: TestProvider.issuer, audiences: [TestProvider.audience], scope: "journeys")
        guard let keys = HTTPSURL("\(TestProvider.issuer)/jwks"),
            let ask = HTTPSURL("\(TestProvider.issuer)/introspect")
        else { throw CancellationError() }
        let verification: ProviderIdentity.Verification =
            isOpaque
            ? .introspection(
                TokenIntrospector(
                    TokenIntrospector.Endpoint(
                        address: ask, clientID: "gate way", clientSecret: Secret(copying: "s:1".utf8)),
                    policy: policy, over: provider, dependencies: dependencies))
            : .keys(
                ProviderKeys(keys, accepting: algorithms, over: provider, dependencies: dependencies), algorithms)
        let database = try await Database.patient(.memory)
        identity = ProviderIdentity(
            policy: policy, verification: verification,
            constraints: SenderConstraints(
                demand: senders, proofs: try await DPoPStore(database),
                nonces: hasNonces ? DPoPNonces(key: Secret(copying: [UInt8](repeating: 7, count: 32))) : nil,
                dependencies: dependencies),
            clients: ["ios": GatewayConfiguration.GatewayClient(partner: "partner-1", client: "ios-app")],
            dependencies: dependencies)
    }

    var now: Int64 { moment.seconds.withLock { $0 } }

    func advance(by seconds: Int64) {
        moment.seconds.withLock { $0 += seconds }
        clock.advance(by: .seconds(seconds))
    }

    /// Returns the problem for a request with a token, or `nil` if its caller is known.
    func problem(
        _ token: String, scheme: String = "Bearer", client: String = "ios-app", proof: String? = nil,
        method: HTTPMethod = .get
    ) async throws -> Problem? {
        await identity.refusal(of: try request(token, scheme, client: client, proof: proof, method: method))
    }

    func request(
        _ token: String, _ scheme: String = "Bearer", client: String = "ios-app", proof: String? = nil,
        method: HTTPMethod = .get
    ) throws -> HTTPRequest {
        guard let url = HTTPSURL("https://gateway.partner.example/journeys/x/manifest.json") else {
            throw CancellationError()
        }
        var request = HTTPRequest(
            method: method, url: url,
            headers: ["Authorization": "\(scheme) \(token)", "X-Partner-Id": "partner-1", "X-Client-Id": client])
        if let proof { request.headers.add("DPoP", proof) }
        return request
    }

    /// Makes a proof for such a request.
    func proof(
        _ token: String, by key: P256PrivateKey, nonce: String? = nil, identifier: String = "proof-1", age: Int64 = 0,
        method: HTTPMethod = .get
    ) async throws -> String {
        try await DPoPProof.make(
            for: method, try request(token).url, token: token, nonce: nonce, identifier: identifier, at: now - age,
            by: key, .p256(key.publicKey))
    }
}
