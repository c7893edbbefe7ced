import Foundation
import JourneyBase
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("Effect of each configuration and start field", .timeLimit(.minutes(10)))
struct ConfigurationTests {
    /// Runs and returns the result, all requests and the context that the page received.
    private func observe(
        _ change: @Sendable (inout JourneyFixture) throws -> Void
    ) async throws -> (result: JourneyResult, requests: [HTTPRequest], context: JSONValue, world: JourneyFixture) {
        let seen = EventRecorder()
        var world = try JourneyFixture { page in
            seen.record("context", (try await page.connect()).object ?? [:])
            try await page.emit("submit", ["amount": 5])
        }
        try change(&world)
        let transport = try await world.transport()
        let result = try await world.run(transport)
        return (result, transport.requests, .object(seen.entries.first?.attributes ?? [:]), world)
    }

    /// Returns a request as text, without its random parts.
    private func text(_ request: HTTPRequest) -> String {
        let fields = request.headers.fields.filter {
            $0.name != "traceparent" && $0.name != "X-Idempotency-Key"
        }
        let headers = fields.map { "\($0.name): \($0.value)" }.sorted()
        return ([request.method.rawValue, "\(request.url)"] + headers).joined(separator: "\n")
            + String(decoding: request.body, as: UTF8.self)
    }

    @Test("partnerId and clientId are sent as headers with the manifest request and calls")
    func partner() async throws {
        let seen = try await observe { _ in }
        #expect(seen.requests.count == 5)
        for request in seen.requests {
            #expect(request.headers["X-Partner-Id"] == "partner-1")
            #expect(request.headers["X-Client-Id"] == "client-1")
        }
    }

    @Test("locale is the Accept-Language of every request and visible to pages")
    func locale() async throws {
        let seen = try await observe { $0.config.locale = Locale(identifier: "zh_Hant_HK") }
        #expect(seen.requests.allSatisfy { $0.headers["Accept-Language"] == "zh-Hant-HK" })
        #expect(seen.context["locale"] == "zh-Hant-HK")
    }

    @Test(
        "the host's locale is matched to the manifest's list, and calls, pages and templates get the match",
        arguments: [
            ("zh_Hant_HK", ["en-GB", "zh-Hant", "zh"], "zh-Hant"), ("en_GB", ["ar", "en-gb"], "en-gb"),
            ("fr_FR", ["ar", "en-GB"], "ar"), ("en_US", ["ar", "en-GB"], "ar"), ("ar_EG", ["en-GB", "ar"], "ar"),
            ("fr_FR", [], "fr-FR"),
        ])
    func locales(host: String, listed: [String], found: String) async throws {
        let seen = try await observe {
            $0.config.locale = Locale(identifier: host)
            $0.manifest = $0.manifest.with("locales", .array(listed.map { .string($0) }))
                .with("headerTemplates", ["X-Language": "{session.locale}"])
        }
        #expect(seen.context["locale"] == .string(found))
        let calls = seen.requests.filter { $0.url.origin == seen.world.bankOrigin }
        #expect(calls.last?.headers["Accept-Language"] == found && calls.last?.headers["X-Language"] == found)
        // Before the manifest is known, only the host's locale is available.
        #expect(seen.requests.first?.headers["Accept-Language"] == host.replacing("_", with: "-"))
    }

    @Test("the environment sets the minimum manifest version, and the profile can only raise it")
    func environment() async throws {
        @Sendable func oldManifest(_ world: inout JourneyFixture) {
            var manifest = world.manifest.with("manifestVersion", "1.1").with("steps.pay.bindings", [])
            for name in ["oapiSha256", "notBefore", "notAfter", "sequence", "issuer"] {
                manifest = manifest.with(name, nil)
            }
            manifest = manifest.with(
                "steps",
                [
                    "form": [
                        "type": "web", "url": "https://bank.example/pages/form", "on": ["submit": ["to": "done"]],
                    ], "done": ["type": "terminal", "result": ["ok": true]],
                ])
            world.manifest = manifest
        }
        let production = try await observe { oldManifest(&$0) }
        #expect(JourneyFixture.word(production.result) == "MANIFEST_VERSION")
        let sandbox = try await observe {
            oldManifest(&$0)
            $0.move(to: .sandbox)
        }
        #expect(sandbox.result == .completed(payload: ["ok": true]))
        let strict = try await observe {
            oldManifest(&$0)
            $0.move(to: .sandbox)
            $0.config.endpoints.leastManifestVersion = .v12
        }
        #expect(JourneyFixture.word(strict.result) == "MANIFEST_VERSION")
    }

    @Test("the context token is sent only to the gateway and to calls on the manifest's origins")
    func contextToken() async throws {
        let seen = try await observe { _ in }
        let carriers = seen.requests.filter { $0.headers["Authorization"] == "Bearer token-1" }.map(\.url.path)
        #expect(carriers == ["/journeys/money-transfer/manifest.json", "/api/quotes", "/api/transfers"])
        #expect(!"\(seen.context)".contains("token"))
    }

    @Test("an invalid resume token is refused before anything is fetched; the run does not start over")
    func resumeToken() async throws {
        let seen = try await observe { $0.params.resumeToken = "resume-1" }
        #expect(JourneyFixture.word(seen.result) == "RESUME_REFUSED")
        #expect(seen.requests.isEmpty)
    }

    @Test("productCode and campaignId are visible to pages and guards")
    func productAndCampaign() async throws {
        let seen = try await observe { world in
            world.params.productCode = "P-9"
            world.params.campaignId = "C-3"
            world.manifest = world.manifest.with(
                "steps.biometric.on.success",
                [
                    [
                        "guardExpr": "session.productCode == \"P-9\" && session.campaignId == \"C-3\"",
                        "to": "cancelled",
                    ],
                    ["to": "pay"],
                ])
        }
        #expect(seen.result == .cancelled)
        #expect(seen.context["productCode"] == "P-9")
        #expect(seen.context["campaignId"] == "C-3")
        let without = try await observe { _ in }
        #expect(without.context == ["locale": "en-GB"])
    }

    @Test("trackingContext appears in journey_begin only")
    func tracking() async throws {
        let seen = try await observe { $0.params.trackingContext = ["source": "newsletter-77"] }
        let holders = seen.world.events.entries.filter { "\($0.attributes)".contains("newsletter-77") }
        #expect(holders.map(\.name) == ["journey_begin"])
        #expect(holders.first?.attributes["tracking.source"] == "newsletter-77")
        #expect(!seen.requests.contains { text($0).contains("newsletter-77") })
        #expect(!"\(seen.context)".contains("newsletter-77"))
    }

    @Test("a capability switched off is unavailable to pages and native steps; switching it on adds nothing")
    func capabilities() async throws {
        let off = try await observe { $0.params.capabilitiesOverride = ["performBiometric": false] }
        #expect(JourneyFixture.word(off.result) == "BRIDGE_FORBIDDEN")
        #expect(off.world.bank.total == 0 && off.world.page.loads.isEmpty, "that is said before anything is shown")
        let codes = EventRecorder()
        var world = try JourneyFixture { page in
            try await page.connect()
            for method in ["performBiometric", "readContacts"] {
                do { _ = try await page.request(method, ["reason": "x"]) } catch let refused as ScriptedDocument.Refused
                {
                    codes.record(refused.code, [:])
                }
            }
            try await page.emit("cancel")
        }
        world.params.capabilitiesOverride = ["performBiometric": false, "readContacts": true]
        // Without the native step, which needs the method.
        world.manifest = world.manifest.with("steps.biometric", nil).with("steps.form.on.quoted", ["to": "pay"])
        #expect(try await world.run() == .cancelled)
        #expect(codes.names == ["BRIDGE_FORBIDDEN", "BRIDGE_FORBIDDEN"])
    }

    @Test("feature flags are visible to guards")
    func flags() async throws {
        let seen = try await observe { world in
            world.config.featureFlags = ["stopHere": true]
            world.manifest = world.manifest.with(
                "steps.biometric.on.success",
                [["guardExpr": "session.featureFlags.stopHere == true", "to": "cancelled"], ["to": "pay"]])
        }
        #expect(seen.result == .cancelled)
    }

    @Test(
        "no feature flag loosens a check",
        arguments: ["disableManifestSignatureVerification", "allowFileOrigins", "demoAutoComplete"])
    func legacyFlags(flag: String) async throws {
        // The signature is still checked.
        let forged = try await observe { world in
            world.move(to: .sandbox)
            world.config.featureFlags = [flag: true]
            world.tamper = { bytes in
                Array(String(decoding: bytes, as: UTF8.self).replacing("test-bank", with: "evil-bank").utf8)
            }
        }
        #expect(JourneyFixture.word(forged.result) == "MANIFEST_SIGNATURE")
        // A file URL is not accepted.
        let file = try await observe { world in
            world.config.featureFlags = [flag: true]
            world.manifest = world.manifest.with("steps.form.url", "file:///etc/passwd")
        }
        #expect(JourneyFixture.word(file.result) == "MANIFEST_INVALID")
        // The journey does not complete by itself.
        var idle = try JourneyFixture { page in try await page.connect() }
        idle.config.featureFlags = [flag: true]
        let world = idle
        let run = Task { try await world.run() }
        _ = await world.events.first { $0.attributes["name"] == "bridge_ready" }
        world.clock.advance(by: .seconds(3_600))
        run.cancel()
        #expect(try await run.value == .cancelled)
    }

    @Test("a manifest that requires pinning fails where no pins are configured")
    func pinning() async throws {
        let bare = try await observe { $0.manifest = $0.manifest.with("security.pinning", true) }
        #expect(JourneyFixture.word(bare.result) == "PINNING_FAIL")
        // The gateway is checked too, although there is no page and no call.
        let open = try await observe { world in
            world.manifest = world.manifest.with("security.pinning", true)
            world.move(to: .sandbox)
            world.config.endpoints.trust = TLSTrust(pins: try PinPolicy(pins: ["bank.example": JourneyFixture.pins]))
        }
        #expect(JourneyFixture.word(open.result) == "PINNING_FAIL")
        let pinned = try await observe { world in
            world.manifest = world.manifest.with("security.pinning", true)
            world.config.endpoints.trust = TLSTrust(
                pins: try PinPolicy(pins: ["gateway.example": JourneyFixture.pins, "BANK.example": JourneyFixture.pins])
            )
        }
        #expect(JourneyFixture.word(pinned.result) == "completed")
    }

    @Test("the manifest's headers are sent with calls and never override the SDK's")
    func headers() async throws {
        let seen = try await observe {
            $0.manifest = $0.manifest.with("headers", ["X-Channel": "partner", "Accept-Language": "fr"])
        }
        let call = try #require(seen.requests.last)
        #expect(call.headers["X-Channel"] == "partner")
        #expect(call.headers["Accept-Language"] == "en-GB")
        #expect(call.headers["Accept"] == "application/json")
    }
}
