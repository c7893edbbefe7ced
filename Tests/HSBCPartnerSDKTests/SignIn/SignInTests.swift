import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Signing in", .timeLimit(.minutes(10)))
struct SignInTests {
    static let issuer = "https://auth.example"
    static let redirect = "partnerapp:/signed-in"

    /// A misbehaviour of the authorization server.
    struct ServerMisbehaviour: Sendable {
        var answer: @Sendable ([String: String]) -> String = { SignInTests.good($0) }
        var claims: [String: JSONValue] = [:]
        var typ = "JWT"
        var status = 200
        var tokenType: JSONValue = "Bearer"
        var isStranger = false
    }

    /// An invalid authorization response.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var change: [String: String?] = [:]
        var text: (String, with: String)?
        var addition = ""

        init(_ name: String, _ change: [String: String?] = [:], adding addition: String = "") {
            testDescription = name
            self.change = change
            self.addition = addition
        }

        init(_ name: String, _ text: String, _ other: String) {
            testDescription = name
            self.text = (text, with: other)
        }

        func answer(to request: [String: String]) -> String {
            let good = SignInTests.good(request, change) + addition
            return text.map { good.replacing($0.0, with: $0.with) } ?? good
        }
    }

    /// Returns the redirect address of a correct server, for a request's members.
    static func good(_ request: [String: String], _ change: [String: String?] = [:]) -> String {
        var members = ["code": "code-1", "state": request["state"] ?? "", "iss": issuer]
        for (name, value) in change { members[name] = value }
        let form = FormBody(members.sorted { $0.key < $1.key }.map { FormBody.Entry($0.key, $0.value) })
        return redirect + "?" + String(decoding: form.bytes, as: UTF8.self)
    }

    private struct Browser: BrowserSession {
        let answer: @Sendable ([String: String]) throws -> String
        let seen: Box<[String: String]>

        func open(_ request: BrowserSessionRequest) async throws -> String {
            let form = FormBody(parsing: Array((request.url.query ?? "").utf8))
            let members = Dictionary((form?.entries ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            seen.value.withLock { $0 = members }
            return try answer(members)
        }
    }

    /// Runs a journey that needs a sign-in, with servers that behave as `mischief` says.
    private func run(
        _ mischief: ServerMisbehaviour = ServerMisbehaviour(), manifestAsks: Bool = true, isAlwaysNeeded: Bool = false,
        loading: (any Presenter)? = nil, holdingToken gate: Gate? = nil,
        _ change: (inout JourneyFixture) -> Void = { _ in },
        browser: (@Sendable ([String: String]) throws -> String)? = nil
    ) async throws -> (word: String, calls: [String?], tokenForms: [[String: String]], asked: [String: String]) {
        let signer = try P256PrivateKey.generate()
        let published = mischief.isStranger ? try P256PrivateKey.generate() : signer
        let asked = Box<[String: String]>([:])
        let forms = Box<[[String: String]]>([])
        var world = try JourneyFixture()
        if manifestAsks { world.manifest = world.manifest.with("security.signIn", true) }
        world.config.endpoints.signIn = SignInProfile(
            issuer: Self.issuer, authorizationEndpoint: try #require(HTTPSURL("https://auth.example/authorize")),
            tokenEndpoint: try #require(HTTPSURL("https://auth.example/token")), clientId: "app-1",
            keys: try JWKSet(["id": published.publicKey]), isAlwaysNeeded: isAlwaysNeeded)
        change(&world)
        let server = ClosureService { request in
            let form = FormBody(parsing: request.body)
            let members = Dictionary((form?.entries ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            forms.value.withLock { $0.append(members) }
            await gate?.wait()
            guard mischief.status == 200 else {
                return .json(["error": "invalid_grant"], status: mischief.status)
            }
            let nonce = asked.value.withLock { $0["nonce"] } ?? ""
            let claims: JSONValue = .object(
                [
                    "iss": .string(Self.issuer), "aud": "app-1", "nonce": .string(nonce), "sub": "rowan",
                    "iat": 1_800_000_000, "exp": 1_800_000_300,
                ].merging(mischief.claims) { $1 })
            let identity = try? await CompactJWS.sign(claims.compactBytes, typ: mischief.typ, kid: "id", key: signer)
            return .json([
                "access_token": "granted-1", "token_type": mischief.tokenType, "refresh_token": "refresh-1",
                "id_token": identity.map { .string($0) } ?? .null,
            ])
        }
        let transport = try await world.transport(adding: [
            try #require(Origin(scheme: "https", host: "auth.example", port: 443)): server
        ])
        var host = world.host(transport)
        host.loadingPresenter = loading
        let answer = browser ?? mischief.answer
        if world.config.redirectScheme == "partnerapp" {
            host.makeBrowserSession = { _ in Browser(answer: answer, seen: asked) }
        }
        let result = await world.engine().start(from: host, params: world.params) { [events = world.events] in
            events.record($0, $1)
        }
        return (
            JourneyFixture.word(result),
            transport.requests.filter { $0.url.path.hasPrefix("/api/") }.map { $0.headers["Authorization"] },
            forms.value.withLock { $0 }, asked.value.withLock { $0 }
        )
    }

    @Test("the person signs in before the first step, and calls carry the granted token")
    func flow() async throws {
        let seen = try await run()
        #expect(seen.word == "completed")
        #expect(seen.calls == ["Bearer granted-1", "Bearer granted-1"])
        #expect(seen.asked["code_challenge_method"] == "S256" && seen.asked["redirect_uri"] == Self.redirect)
        #expect(seen.asked["ui_locales"] == "en-GB")
        let form = try #require(seen.tokenForms.first)
        #expect(form["code"] == "code-1" && form["redirect_uri"] == Self.redirect && form["client_id"] == "app-1")
        let verifier = try #require(form["code_verifier"])
        #expect(seen.asked["code_challenge"] == Base64URL.encode(SHA256.hash(Array(verifier.utf8))))
        #expect(seen.tokenForms.count == 1)
    }

    @Test("progress is shown again after the sign-in's pages until the first page is usable")
    func progress() async throws {
        let (presenter, gate) = (HeldPresenter(), Gate())
        let (clocks, clock) = AsyncStream<ManualClock>.makeStream()
        let seen = Task {
            try await run(loading: presenter, holdingToken: gate, { world in clock.yield(world.clock) }).word
        }
        await gate.arrival()
        var found: ManualClock?
        for await clock in clocks {
            found = clock
            break
        }
        let manual = try #require(found)
        // The first screen was dismissed before it appeared: from here on the second one waits.
        let pump = Task {
            var seen = 0
            while !Task.isCancelled {
                await manual.waitForNaps(seen + 1)
                let naps = manual.naps
                for nap in naps[seen...] where nap == LoadingScreen.delay { manual.advance(by: nap) }
                seen = naps.count
            }
        }
        #expect(await presenter.shown().id == LoadingScreen.id)
        pump.cancel()
        try? await manual.sleep(for: .zero)
        gate.open()
        #expect(try await seen.value == "completed")
        #expect(presenter.screens == 1 && presenter.dismissals == 1)
    }

    @Test("reconciliation uses the signed-in person's token, not the host's")
    func inquiry() async throws {
        let seen = try await run { world in
            world.dependencies = .fixed(now: JourneyFixture.now, clock: ManualClock(hurried: true))
            let fault = TestBank.Fault.doneBut(status: 503)
            world.bank.inject(fault, fault, fault, into: "createTransfer")
            world.gatewayAnswer = world.bank.settle
        }
        // The bank has paid; asked as another customer, it would deny it.
        #expect(seen.word == "pending")
    }

    @Test("a gateway that would ask the bank as another person is not trusted")
    func oldGateway() async throws {
        let seen = try await run { world in
            world.dependencies = .fixed(now: JourneyFixture.now, clock: ManualClock(hurried: true))
            let fault = TestBank.Fault.doneBut(status: 503)
            world.bank.inject(fault, fault, fault, into: "createTransfer")
            let bank = world.bank
            world.gatewayAnswer = { request in
                var plain = request
                plain.headers["X-Bank-Authorization"] = nil
                return await bank.settle(plain)
            }
        }
        #expect(seen.word == "pending")
    }

    @Test("a manifest that requires pinning also requires it for the sign-in's host")
    func pinned() async throws {
        for (host, word) in [("auth.example", "completed"), ("other.example", "PINNING_FAIL")] {
            let seen = try await run { world in
                world.manifest = world.manifest.with("security.pinning", true)
                let pins = Dictionary(
                    uniqueKeysWithValues: ["gateway.example", "bank.example", host].map { ($0, JourneyFixture.pins) })
                if let policy = try? PinPolicy(pins: pins) { world.config.endpoints.trust = TLSTrust(pins: policy) }
            }
            #expect(seen.word == word && seen.asked.isEmpty == (word != "completed"))
        }
    }

    @Test("sign-in happens only where the manifest or the configuration requires it")
    func needed() async throws {
        let idle = try await run(manifestAsks: false)
        #expect(idle.word == "completed" && idle.asked.isEmpty && idle.calls == ["Bearer token-1", "Bearer token-1"])
        let always = try await run(manifestAsks: false, isAlwaysNeeded: true)
        #expect(always.word == "completed" && !always.asked.isEmpty)
    }

    @Test("a required sign-in without a profile ends the run before anything is shown")
    func missing() async throws {
        let seen = try await run { $0.config.endpoints.signIn = nil }
        #expect(seen.word == "CONFIGURATION_INVALID" && seen.asked.isEmpty && seen.calls.isEmpty)
    }

    @Test("a host that cannot show a sign-in ends the run with AUTH_FAILED")
    func noBrowser() async throws {
        let seen = try await run { $0.config.redirectScheme = "otherapp" }
        #expect(seen.word == "AUTH_FAILED" && seen.calls.isEmpty)
    }

    @Test(
        "an authorization response that does not match its request is refused, and its code is not used",
        arguments: [
            Wrong("another state", ["state": "guessed"]), Wrong("no state", ["state": nil]),
            Wrong("another issuer: the mix-up attack", ["iss": "https://evil.example"]),
            Wrong("no issuer", ["iss": nil]),
            Wrong("an issuer that is nearly the same", ["iss": "https://auth.example/"]),
            Wrong("no code", ["code": nil]), Wrong("an empty code", ["code": ""]),
            Wrong("two codes", adding: "&code=code-2"), Wrong("two states", adding: "&state=x"),
            Wrong("an error of the server's", ["error": "server_error", "code": nil]),
            Wrong("another scheme", "partnerapp:", "otherapp:"),
            Wrong("another path", "/signed-in?", "/signed-in/x?"),
            Wrong("a look-alike path", "/signed-in?", "/signed-inn?"),
            Wrong("an authority", ":/signed-in", "://evil.example/signed-in"),
            Wrong("a fragment", adding: "#x"), Wrong("a broken escape", adding: "&x=%zz"),
        ])
    func answers(wrong: Wrong) async throws {
        let name = wrong.testDescription
        let seen = try await run(ServerMisbehaviour(answer: { wrong.answer(to: $0) }))
        #expect(seen.word == "AUTH_FAILED", "\(name)")
        #expect(seen.tokenForms.isEmpty && seen.calls.isEmpty, "\(name)")
    }

    @Test("denying consent at the bank's page or closing it cancels the journey")
    func refused() async throws {
        let denied = try await run(
            ServerMisbehaviour(answer: { SignInTests.good($0, ["error": "access_denied", "code": nil]) }))
        #expect(denied.word == "cancelled" && denied.tokenForms.isEmpty)
        let closed = try await run(browser: { _ in throw JourneyError(.userCancelled, "Closed.", recovery: .restart) })
        #expect(closed.word == "cancelled")
    }

    @Test(
        "an ID token with a wrong issuer, audience, nonce, time or subject fails the sign-in",
        arguments: [
            ["iss": "https://evil.example"], ["aud": "app-2"], ["nonce": "replayed"], ["exp": 1_799_999_900],
            ["iat": 1_800_000_100], ["nonce": .null], ["sub": .null], ["sub": ""],
            ["exp": .number(JSONNumber(Int64.max))],
            ["iat": .number(JSONNumber(Int64.min))],
        ] as [[String: JSONValue]])
    func identities(claims: [String: JSONValue]) async throws {
        let seen = try await run(ServerMisbehaviour(claims: claims))
        #expect(seen.word == "AUTH_FAILED" && seen.calls.isEmpty)
    }

    @Test(
        "an ID token of another signer or type, and a token type other than Bearer, are refused")
    func strangers() async throws {
        #expect(try await run(ServerMisbehaviour(isStranger: true)).word == "AUTH_FAILED")
        #expect(try await run(ServerMisbehaviour(typ: "at+jwt")).word == "AUTH_FAILED")
        #expect(try await run(ServerMisbehaviour(tokenType: "DPoP")).word == "AUTH_FAILED")
        #expect(try await run(ServerMisbehaviour(status: 400)).word == "AUTH_EXPIRED")
    }

    @Test("state, nonce and verifier have 256 bits each and differ")
    func secrets() async throws {
        let first = try await run()
        #expect(first.asked["state"]?.utf8.count == 43 && first.asked["nonce"]?.utf8.count == 43)
        #expect(first.asked["state"] != first.asked["nonce"])
        #expect(first.tokenForms.first?["code_verifier"]?.utf8.count == 43)
    }

    @Test(
        "an invalid sign-in profile is refused at initialize",
        arguments: ["http://auth.example", "https://auth.example?x=1", ""])
    func issuers(issuer: String) throws {
        var config = try JourneyFixture().config
        config.endpoints.signIn = SignInProfile(
            issuer: issuer, authorizationEndpoint: try #require(HTTPSURL("https://auth.example/a")),
            tokenEndpoint: try #require(HTTPSURL("https://auth.example/t")), clientId: "app-1",
            keys: try JourneyFixture().remote.keys())
        #expect(throws: JourneyError.self) { try config.check() }
        config.endpoints.signIn?.issuer = "https://auth.example"
        try config.check()
        config.endpoints.signIn?.scope = "profile"
        #expect(throws: JourneyError.self) { try config.check() }
    }
}

/// A value that closures share.
private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
}
