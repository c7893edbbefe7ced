import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import Testing

@testable import JourneySandbox

@Suite("Money transfer")
struct MoneyTransferTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func signed() async throws -> (manifest: [UInt8], openAPI: [UInt8], keys: JWKSet) {
        let key = try P256PrivateKey.generate()
        let setting = JourneyTemplate.Setting(
            gateway: try #require(HTTPSURL("https://gateway.localhost:8441")).origin,
            bank: try #require(HTTPSURL("https://bank.localhost:8442")).origin,
            notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(60))
        let signed = try await JourneyTemplate(named: "money-transfer").signed(for: setting, key: key, keyID: "k")
        return (signed.manifest, signed.openAPI, try JWKSet(["k": key.publicKey]))
    }

    private func journey() async throws -> Journey {
        let signed = try await signed()
        let trust = ManifestTrust(
            keys: signed.keys, leastVersion: .v12, now: now, sdkVersion: "1.0.0",
            journey: try #require(JourneyID("money-transfer")))
        let verified = try JourneyLoader.verify(signed.manifest, trust: trust)
        #expect(
            verified.openAPIURL.description == "https://gateway.localhost:8441/journeys/money-transfer/openapi.json")
        return try JourneyLoader.compile(verified, openAPI: signed.openAPI)
    }

    @Test("the manifest verifies, and compiles against its bundle")
    func compiles() async throws {
        let journey = try await journey()
        #expect(journey.startStep.rawValue == "intro")
        #expect(
            Set(journey.steps.keys.map(\.rawValue)) == [
                "intro", "recipient", "amount", "review", "biometric", "submit", "completed", "held", "cancelled",
                "expired", "failed",
            ])
        let hosts = Set(journey.origins.allowed.map(\.host))
        #expect(hosts == ["gateway.localhost", "bank.localhost"])
    }

    @Test("lint has nothing to say about it")
    func lint() async throws {
        let signed = try await signed()
        #expect(Lint.check(signed.manifest, openAPI: signed.openAPI).isEmpty)
    }

    @Test("every step but the ends has a timeout and somewhere to go after it")
    func timeouts() async throws {
        for step in try await journey().steps.values {
            if case .terminal = step.kind { continue }
            #expect(step.timeout != nil)
            #expect(step.transitions["timeout"]?.contains { $0.target != nil } == true)
        }
    }

    @Test("what may be retried carries a key or changes nothing")
    func retries() async throws {
        for binding in try await journey().steps.values.flatMap(\.bindings) where !binding.retry.isEmpty {
            #expect(binding.operation.method == .get || binding.operation.takesIdempotencyKey)
        }
    }

    @Test("every web step's page is there")
    func pages() async throws {
        let service = try await TestBank().service
        for step in try await journey().steps.values {
            guard case .web(let url) = step.kind else { continue }
            #expect(await service.handle(HTTPRequest(url: url)).status == 200)
        }
    }

    @Test("nothing of the templates is left unfilled")
    func filled() async throws {
        let signed = try await signed()
        #expect(!String(decoding: signed.manifest + signed.openAPI, as: UTF8.self).contains("{{"))
    }

    @Test("the autopilot's file fills what the pages have")
    func autopilot() async throws {
        let file = SandboxResources.journeys.appendingPathComponent("money-transfer/autopilot.json")
        let script = try JSONReader.read(Array(try Data(contentsOf: file)))
        let service = try await TestBank().service
        for turn in script["steps"]?.array ?? [] {
            guard let step = turn["step"]?.string else { continue }
            let url = try #require(HTTPSURL("https://bank.localhost/pages/transfer/\(step)"))
            let html = String(decoding: await service.handle(HTTPRequest(url: url)).body, as: UTF8.self)
            for action in turn["do"]?.array ?? [] {
                let selector = try #require((action["fill"] ?? action["press"])?.string)
                #expect(html.contains("id=\"\(selector.dropFirst())\""))
            }
        }
    }
}
