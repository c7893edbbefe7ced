import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("The sandbox's shipped journeys")
struct ShippedJourneysTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let names = SandboxJourneys.names

    private func signed(_ name: String) async throws -> (manifest: [UInt8], openAPI: [UInt8], keys: ManifestKeySet) {
        try await signed(JourneyTemplate(named: name))
    }

    private func signed(
        _ template: JourneyTemplate
    ) async throws -> (manifest: [UInt8], openAPI: [UInt8], keys: ManifestKeySet) {
        let key = try P256PrivateKey.generate()
        let setting = JourneyTemplate.Setting(
            gateway: try #require(HTTPSURL("https://gateway.localhost:8441")).origin,
            bank: try #require(HTTPSURL("https://bank.localhost:8442")).origin,
            notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(60))
        let signed = try await template.signed(for: setting, key: key, keyID: "k")
        return (signed.manifest, signed.openAPI, try keySet(key))
    }

    private func keySet(_ key: P256PrivateKey) throws -> ManifestKeySet {
        let root = try P256PrivateKey.generate()
        return try ManifestKeySet.verify(
            DevelopmentKeySet.sign(["k": key.publicKey], root: root, environment: "sandbox", now: now),
            anchor: DevelopmentKeySet.anchor(root, environment: "sandbox"), now: now)
    }

    private func journey(_ name: String) async throws -> Journey {
        let signed = try await signed(name)
        let trust = ManifestTrust(
            keys: signed.keys, leastVersion: .v12, now: now, sdkVersion: "1.0.0", journey: try #require(JourneyID(name))
        )
        let verified = try JourneyLoader.verify(signed.manifest, trust: trust)
        #expect(verified.openAPIURL.description == "https://gateway.localhost:8441/journeys/\(name)/openapi.json")
        return try JourneyLoader.compile(verified, openAPI: signed.openAPI)
    }

    @Test("there are two journeys, each with its steps")
    func steps() async throws {
        #expect(ShippedJourneysTests.names == ["account-opening", "money-transfer"])
        let transfer = try await journey("money-transfer")
        #expect(transfer.startStep.rawValue == "intro")
        #expect(
            Set(transfer.steps.keys.map(\.rawValue)) == [
                "intro", "recipient", "amount", "review", "biometric", "submit", "completed", "held", "cancelled",
                "expired", "failed",
            ])
        let opening = try await journey("account-opening")
        #expect(opening.startStep.rawValue == "product")
        #expect(
            Set(opening.steps.keys.map(\.rawValue)) == [
                "product", "details", "identity", "document", "consent", "decision", "moreInfo", "opened", "held",
                "cancelled", "expired", "failed",
            ])
    }

    @Test("the manifest verifies, and compiles against its bundle", arguments: names)
    func compiles(name: String) async throws {
        let hosts = Set(try await journey(name).origins.allowed.map(\.host))
        #expect(hosts == ["gateway.localhost", "bank.localhost"])
    }

    @Test("the script explains the main path: nothing is open, and every call could be sent", arguments: names)
    func explained(name: String) async throws {
        let signed = try await signed(name)
        let script = try EventScript(try SandboxJourneys.events(for: name), file: "events.json")
        let explanation = try Explanation(manifest: signed.manifest, openAPI: signed.openAPI, script: script)
        #expect(explanation.isWhole)
        #expect(explanation.json["outcome"]?["kind"] == "completed")
        let entries = explanation.json["entries"]?.array ?? []
        let calls = entries.filter { $0["kind"] == "call" }
        #expect(calls.count >= 5 && calls.allSatisfy { $0["problem"] == .null }, "\(calls)")
        #expect(!entries.contains { $0["kind"] == "diagnostic" })
        let types = Set(entries.compactMap { $0["kind"] == "enter" ? $0["type"]?.string : nil })
        #expect(types == ["web", "native", "server", "terminal"])
    }

    @Test("lint reports nothing", arguments: names)
    func lint(name: String) async throws {
        let signed = try await signed(name)
        #expect(Lint.check(signed.manifest, openAPI: signed.openAPI) == [])
    }

    @Test("the transfer of version 1.2 still loads, and lint warns only of its calls without an idempotency key")
    func earlier() async throws {
        let signed = try await signed(OlderJourneys.transfer12())
        let findings = Lint.check(signed.manifest, openAPI: signed.openAPI)
        #expect(findings.allSatisfy { $0.rule == .unkeyedCall && $0.severity == .warning }, "\(findings)")
        #expect(
            findings.map(\.path).sorted() == [
                "steps.amount.bindings[1].call", "steps.recipient.bindings[0].call",
            ], "\(findings)")
    }

    @Test("the transfer of version 1.2, migrated, makes the same calls as the shipped one, with the same arguments")
    func migrated() async throws {
        let earlier = try await signed(OlderJourneys.transfer12())
        let key = try P256PrivateKey.generate()
        let migrated = try await ManifestSigner.sign(
            ManifestMigration(earlier.manifest, openAPI: earlier.openAPI).manifest, key: key, kid: "k")
        let script = try EventScript(try SandboxJourneys.events(for: "money-transfer"), file: "events.json")
        func calls(_ manifest: [UInt8], _ openAPI: [UInt8]) throws -> [JSONValue] {
            let explanation = try Explanation(manifest: manifest, openAPI: openAPI, script: script)
            #expect(explanation.json["outcome"]?["kind"] == "completed")
            return (explanation.json["entries"]?.array ?? []).filter { $0["kind"] == "call" }
        }
        let shipped = try await signed("money-transfer")
        let wanted = try calls(shipped.manifest, shipped.openAPI)
        #expect(wanted.count >= 5)
        #expect(try calls(migrated.compactBytes, earlier.openAPI) == wanted)
        #expect(try calls(earlier.manifest, earlier.openAPI) == wanted)
    }

    @Test("every step except the ends has a timeout and a transition for it", arguments: names)
    func timeouts(name: String) async throws {
        for step in try await journey(name).steps.values {
            if case .terminal = step.kind { continue }
            #expect(step.timeout != nil)
            #expect(step.transitions["timeout"]?.contains { $0.target != nil } == true)
        }
    }

    @Test("a retried call has a key, changes nothing, or is idempotent", arguments: names)
    func retries(name: String) async throws {
        for binding in try await journey(name).steps.values.flatMap(\.bindings) where !binding.retry.isEmpty {
            #expect([.get, .put].contains(binding.operation.method) || binding.operation.takesIdempotencyKey)
        }
    }

    @Test("every web step's page exists", arguments: names)
    func pages(name: String) async throws {
        let service = try await TestBank().service
        for step in try await journey(name).steps.values {
            guard case .web(.fixed(let url)) = step.kind else { continue }
            #expect(await service.handle(HTTPRequest(url: url)).status == 200)
        }
    }

    @Test("no template placeholder is left", arguments: names)
    func filled(name: String) async throws {
        let signed = try await signed(name)
        #expect(!String(decoding: signed.manifest + signed.openAPI, as: UTF8.self).contains("{{"))
    }

    @Test(
        "the autopilot's files fill existing fields of the pages",
        arguments: [
            ("money-transfer", nil), ("account-opening", nil), ("account-opening", "hold"),
            ("account-opening", "more-info"),
        ])
    func autopilot(name: String, branch: String?) async throws {
        let file = SandboxJourneys.autopilot(for: name, branch: branch)
        let script = try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        let journey = try await journey(name)
        let service = try await TestBank().service
        for turn in script["steps"]?.array ?? [] {
            for path in turn["files"]?.object?.values.map({ $0 }) ?? [] {
                let place = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(
                    path.string ?? "")
                #expect(FileManager.default.fileExists(atPath: place.path))
            }
            guard let id = turn["step"]?.string else { continue }
            let step = try #require(journey.steps.values.first { $0.id.rawValue == id })
            guard case .web(.fixed(let url)) = step.kind else { continue }
            let html = String(decoding: await service.handle(HTTPRequest(url: url)).body, as: UTF8.self)
            for action in turn["do"]?.array ?? [] {
                let selector = try #require(
                    (action["fill"] ?? action["press"] ?? action["choose"] ?? action["wait"])?.string)
                // The bank's products are added by a script.
                guard !selector.hasPrefix("#product-") else { continue }
                #expect(html.contains("id=\"\(selector.dropFirst())\""), "\(selector)")
            }
        }
    }
}
