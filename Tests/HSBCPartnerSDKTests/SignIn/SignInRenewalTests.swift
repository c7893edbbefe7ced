import JourneyBase
import JourneyCrypto
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Renewing sign-in tokens", .timeLimit(.minutes(10)))
struct SignInRenewalTests {
    /// An authorization server with numbered, rotating tokens, and a browser that signs in at once.
    private final class AuthorizationServerFixture: HTTPTransport {
        struct State {
            var forms: [[String: String]] = []
            var asked = 0
            var nonce = ""
            var state = ""
            var last = 1
        }

        let state = Mutex(State())
        let key: P256PrivateKey
        /// The server's answer to a refresh; `nil` grants it.
        let refreshAnswer: (@Sendable () throws -> HTTPResponse)?

        init(refreshAnswer: (@Sendable () throws -> HTTPResponse)? = nil) throws {
            key = try .generate()
            self.refreshAnswer = refreshAnswer
        }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            let form = FormBody(parsing: request.body)
            let members = Dictionary((form?.entries ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            state.withLock { $0.forms.append(members) }
            if members["grant_type"] == "refresh_token", let refreshAnswer { return try refreshAnswer() }
            let (number, nonce) = state.withLock { state in
                state.last += 1
                return (state.last, state.nonce)
            }
            let claims: JSONValue = [
                "iss": "https://auth.example", "aud": "app-1", "nonce": .string(nonce), "sub": "rowan",
                "iat": 1_800_000_000, "exp": 1_800_000_300,
            ]
            let identity = try await CompactJWS.sign(claims.compactBytes, typ: "JWT", kid: "id", key: key)
            return .json([
                "access_token": .string("access-\(number)"), "token_type": "Bearer",
                "refresh_token": .string("refresh-\(number)"), "id_token": .string(identity),
            ])
        }

        func show(_ address: HTTPSURL) -> String {
            let form = FormBody(parsing: Array((address.query ?? "").utf8))
            let members = Dictionary((form?.entries ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            state.withLock { state in
                state.asked += 1
                state.nonce = members["nonce"] ?? ""
            }
            return "partnerapp:/signed-in?code=c&state=\(members["state"] ?? "")&iss=https%3A%2F%2Fauth.example"
        }

        var grants: [String] { state.withLock { $0.forms.map { $0["refresh_token"] ?? $0["grant_type"] ?? "" } } }
        var asked: Int { state.withLock(\.asked) }
    }

    private func renewal(
        _ world: AuthorizationServerFixture, refreshToken: JSONValue = "refresh-1", subject: String = "rowan"
    ) throws -> SignInRenewal {
        let profile = SignInProfile(
            issuer: "https://auth.example",
            authorizationEndpoint: try #require(HTTPSURL("https://auth.example/authorize")),
            tokenEndpoint: try #require(HTTPSURL("https://auth.example/token")), clientId: "app-1",
            keys: try JWKSet(["id": world.key.publicKey]))
        let client = SignInClient(
            profile: profile, redirectScheme: "partnerapp", language: "en-GB", transport: world,
            dependencies: .fixed(now: JourneyFixture.now, clock: ManualClock()))
        var answer = try TokenAnswer(
            .json(["access_token": "access-1", "token_type": "Bearer", "refresh_token": refreshToken]))
        answer.subject = subject
        return SignInRenewal(client, after: answer) { world.show($0) }
    }

    private func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    @Test("each refresh token is used once, without asking the person")
    func rotation() async throws {
        let world = try AuthorizationServerFixture()
        let renewal = try renewal(world)
        #expect(text(try await renewal.renew()) == "access-2")
        #expect(text(try await renewal.renew()) == "access-3")
        #expect(world.grants == ["refresh-1", "refresh-2"] && world.asked == 0)
    }

    @Test("a refused refresh causes one new sign-in, whose tokens are renewed afterwards")
    func refused() async throws {
        let world = try AuthorizationServerFixture { .json(["error": "invalid_grant"], status: 400) }
        let renewal = try renewal(world)
        #expect(text(try await renewal.renew()) == "access-2")
        #expect(world.grants == ["refresh-1", "authorization_code"] && world.asked == 1)
    }

    @Test(
        "a sign-in of a different person is refused: the bank would not recognise the run's earlier payments"
    )
    func stranger() async throws {
        let world = try AuthorizationServerFixture { .json(["error": "invalid_grant"], status: 400) }
        let renewal = try renewal(world, subject: "amelia")
        await #expect(throws: SignInRequest.failed("A different person has signed in than at the start of the run.")) {
            try await renewal.renew()
        }
    }

    @Test(
        "the person signs in again when there is no usable refresh token",
        arguments: [.null, "", "a b", "a\r\nb", 7, .string(String(repeating: "x", count: 4_097))] as [JSONValue])
    func none(token: JSONValue) async throws {
        let world = try AuthorizationServerFixture()
        #expect(text(try await renewal(world, refreshToken: token).renew()) == "access-2")
        #expect(world.grants == ["authorization_code"] && world.asked == 1)
    }

    @Test("a server error does not ask the person to sign in, and the refresh token is not sent twice")
    func silence() async throws {
        let answers: [@Sendable () throws -> HTTPResponse] = [
            { HTTPResponse(status: 503) }, { .json(["error": "invalid_client"], status: 401) },
            { throw JourneyError(.netUnreachable, "Lost.") },
            { .json(["access_token": "a b", "token_type": "Bearer"]) },
        ]
        for answer in answers {
            let world = try AuthorizationServerFixture(refreshAnswer: answer)
            let renewal = try renewal(world)
            await #expect(throws: JourneyError.self) { try await renewal.renew() }
            #expect(world.grants == ["refresh-1"] && world.asked == 0)
            _ = try await renewal.renew()
            #expect(world.grants == ["refresh-1", "authorization_code"] && world.asked == 1)
        }
    }

    @Test("a cancelled call stops waiting, and a renewal without waiting calls is cancelled")
    func givenUp() async throws {
        let gate = Gate()
        let stopped = Mutex(false)
        let token = ContextToken(Secret(copying: Array("old".utf8)), clock: ManualClock()) {
            await gate.wait()
            stopped.withLock { $0 = Task.isCancelled }
            return Secret(copying: Array("new".utf8))
        }
        let held = token.current
        let call = Task { await token.renewed(after: held) }
        await gate.arrival()
        call.cancel()
        #expect(await call.value == nil)
        gate.open()
        while !stopped.withLock({ $0 }) { await Task.yield() }
        #expect(token.current.generation == 0)
    }
}
