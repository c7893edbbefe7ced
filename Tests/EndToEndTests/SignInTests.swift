import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyServer
import JourneyTesting
import JourneyWeb
import SandboxServices
import Synchronization
import Testing

/// Signing in with the real engine, the sandbox's authorization server, and a scripted user.
@Suite(
    "Signing in end to end", .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct SignInTests {
    private static func browser(
        _ town: EndToEndFixture, _ person: @escaping @Sendable (WebKitContainer) async throws -> Void
    )
        -> WebKitBrowserSession
    {
        let transport = CurlTransport(trust: town.trust)
        return WebKitBrowserSession(
            certificates: { policy in
                var leaves: [String: [UInt8]] = [:]
                for origin in policy.allowed { leaves[origin.host] = try await transport.leafCertificate(of: origin) }
                return leaves
            }, shown: { container in Task { try await person(container) } })
    }

    static let signsIn: @Sendable (WebKitContainer) async throws -> Void = { page in
        try await page.fill("#name", with: "rowan")
        try await page.fill("#passcode", with: "246810")
        try await page.press("#sign-in")
    }

    /// Returns the URL of an authorization request to the sandbox's server.
    private static func address(_ town: EndToEndFixture, _ change: [String: String] = [:]) throws -> HTTPSURL {
        let members = [
            "response_type": "code", "client_id": "demo-client", "redirect_uri": "partnerdemo:/signed-in",
            "scope": "openid", "state": "state-12345", "nonce": "n",
            "code_challenge": Base64URL.encode(SHA256.hash(Array(String(repeating: "v", count: 43).utf8))),
            "code_challenge_method": "S256",
        ].merging(change) { $1 }
        let form = FormBody(members.sorted { $0.key < $1.key }.map { FormBody.Entry($0.key, $0.value) })
        return try #require(
            HTTPSURL(
                origin: town.sandbox.bank, path: "/oauth/authorize",
                query: String(decoding: form.bytes, as: UTF8.self)))
    }

    @Test("a journey that requires a sign-in pays with the granted token")
    func journey() async throws {
        try await EndToEndFixture.visit { town async throws in
            let person = ScriptedPerson()
            let result = try await town.transfer(by: person, signsIn: true)
            #expect(EndToEndFixture.code(result) == "completed", "\(result) \(person.faults)")
            #expect(try await town.records().count == 1)
        }
    }

    /// Runs a transfer by a user who lets `seconds` pass before each of the steps `late`.
    private func transfer(
        _ town: EndToEndFixture, late: [String], by seconds: TimeInterval, signInWindows: Set<Int> = [1]
    ) async throws -> (result: JourneyResult, faults: [String], calls: [String: [Int64]]) {
        let person = ScriptedPerson { container, step, visit in
            if late.contains(step) { town.ahead.change { $0 += seconds } }
            try await ScriptedPerson.transfer(container, step, visit)
        }
        // The remote configuration is not fetched meanwhile, because its clock is stopped.
        let result = try await town.transfer(
            by: person, signsIn: true, signInWindows: signInWindows, watchClock: ManualClock())
        var calls: [String: [Int64]] = [:]
        for event in town.events.entries("api_call") {
            guard let name = event.attributes["operation"]?.string else { continue }
            calls[name, default: []].append(event.attributes["status"]?.int64 ?? 0)
        }
        return (result, person.faults, calls)
    }

    @Test("expired tokens are renewed twice without the person, each refresh token once")
    func renewed() async throws {
        try await EndToEndFixture.visit { town async throws in
            let seen = try await transfer(town, late: ["recipient", "amount"], by: 301)
            #expect(EndToEndFixture.code(seen.result) == "completed", "\(seen.result) \(seen.faults)")
            #expect(seen.calls["checkPayee"] == [401, 200] && seen.calls["createQuote"] == [401, 201])
            #expect(town.windows.value == 2, "one to sign in, one for the pages")
            #expect(try await town.records().count == 1)
        }
    }

    @Test("a refused refresh causes one new sign-in, and the payment is made once")
    func signsInAnew() async throws {
        try await EndToEndFixture.visit { town async throws in
            // The refresh token has expired too.
            let seen = try await transfer(town, late: ["recipient"], by: 86_401, signInWindows: [1, 3])
            #expect(EndToEndFixture.code(seen.result) == "completed", "\(seen.result) \(seen.faults)")
            #expect(seen.calls["checkPayee"] == [401, 200])
            #expect(town.windows.value == 3, "one more to sign in")
            #expect(try await town.records().count == 1)
        }
    }

    @Test("the window ends at the redirect scheme, with the code and the issuer")
    func redirect() async throws {
        try await EndToEndFixture.visit { town async throws in
            let ended = try await Self.browser(town, Self.signsIn)
                .open(BrowserSessionRequest(signInAt: try Self.address(town), redirectScheme: "partnerdemo"))
            #expect(ended.hasPrefix("partnerdemo:/signed-in?"))
            #expect(ended.contains("code=") && ended.contains("state=state-12345"))
        }
    }

    @Test("the plain challenge method is refused in the redirect")
    func plain() async throws {
        try await EndToEndFixture.visit { town async throws in
            let ended = try await Self.browser(town, { _ in })
                .open(
                    BrowserSessionRequest(
                        signInAt: try Self.address(town, ["code_challenge_method": "plain"]),
                        redirectScheme: "partnerdemo"))
            #expect(ended.contains("error=invalid_request") && !ended.contains("code="))
        }
    }

    @Test("a redirect to another scheme ends the sign-in")
    func otherScheme() async throws {
        try await EndToEndFixture.visit { town async throws in
            let browser = Self.browser(town, Self.signsIn)
            let address = try Self.address(town)
            let error = await #expect(throws: JourneyError.self) {
                try await browser.open(BrowserSessionRequest(signInAt: address, redirectScheme: "otherapp"))
            }
            #expect(error?.code == .originBlocked)
        }
    }

    @Test("an unregistered redirect address gets no redirect, and the server shows why")
    func unregistered() async throws {
        try await EndToEndFixture.visit { town async throws in
            let browser = Self.browser(town, { _ in })
            let address = try Self.address(town, ["redirect_uri": "evilapp:/signed-in"])
            let error = await #expect(throws: JourneyError.self) {
                try await browser.open(BrowserSessionRequest(signInAt: address, redirectScheme: "evilapp"))
            }
            #expect(error?.code == .pageLoadFailed)
        }
    }

    @Test("a sign-in page that leads to another origin is stopped despite a valid certificate")
    func otherOrigin() async throws {
        try await EndToEndFixture.visit { town async throws in
            let gateway = town.sandbox.gateway
            let browser = Self.browser(town) { page in
                try await page.wait(for: "#name")
                _ = await page.evaluate("location.href = '\(gateway)/.well-known/journey-keys.json'; return '';")
            }
            let address = try Self.address(town)
            let error = await #expect(throws: JourneyError.self) {
                try await browser.open(BrowserSessionRequest(signInAt: address, redirectScheme: "partnerdemo"))
            }
            #expect(error?.code == .originBlocked)
        }
    }

    @Test("a refusal redirects back, and no session data is kept for the next sign-in")
    func refused() async throws {
        try await EndToEndFixture.visit { town async throws in
            let ended = try await Self.browser(town) { try await $0.press("#refuse") }
                .open(BrowserSessionRequest(signInAt: try Self.address(town), redirectScheme: "partnerdemo"))
            #expect(ended.contains("error=access_denied"))
            // The next window asks again, because there is no cookie and no session.
            _ = try await Self.browser(town, Self.signsIn)
                .open(BrowserSessionRequest(signInAt: try Self.address(town), redirectScheme: "partnerdemo"))
            let asked = Mutex(false)
            _ = try await Self.browser(town) { page in
                try await page.wait(for: "#passcode")
                asked.withLock { $0 = true }
                try await page.press("#refuse")
            }
            .open(BrowserSessionRequest(signInAt: try Self.address(town), redirectScheme: "partnerdemo"))
            #expect(asked.withLock { $0 })
        }
    }
}
