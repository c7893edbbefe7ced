import JourneyBase
import Testing

@testable import JourneyLanguage

/// A bundle's operations are kept by its hash. Each test has a bundle of its own, because the process has one store.
@Suite("Operations that are kept for the next load")
struct KeptOperationsTests {
    private func bundle(_ title: String) -> JSONValue {
        TestManifest13.openAPI.setting("info", to: ["title": .string(title), "version": "1"])
    }

    private func manifest(_ bundle: JSONValue) -> JSONValue {
        TestManifest13.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: bundle)))
    }

    @Test("make the same calls as those that are compiled")
    func same() async throws {
        let bundle = bundle("same")
        var requests: [String] = []
        for _ in 0..<3 {
            var player = Player(try await TestManifest.journey(manifest(bundle), openAPI: bundle))
            player.page("submit", ["amount": "5", "iban": "DE02", "note": "n"])
            let call = try #require(player.calls.last)
            let request = try call.binding.operation.request(
                arguments: call.arguments, headers: ["PayPal-Request-Id": "k"])
            requests.append("\(request.url) \(String(decoding: request.body, as: UTF8.self))")
            let wrong = try? call.binding.operation.request(
                arguments: call.arguments.merging(["urgent": "yes"]) { $1 }, headers: ["PayPal-Request-Id": "k"])
            #expect(wrong == nil)
        }
        #expect(Set(requests).count == 1)
    }

    @Test("refuse the same manifests, in whatever order they come")
    func refusals() async throws {
        let bundle = bundle("refusals")
        let changes: [(String, JSONValue)] = [
            ("steps form bindings 0 call operationId", "nope"), ("steps form bindings 0 in nope", "1"),
            ("steps form bindings 0 in body", "{'amount': 5}"), ("security allowedOrigins", ["https://other.example"]),
            ("steps form bindings 0 out reference", "result.Data.Nope"),
        ]
        var before: [String] = []
        var after: [String] = []
        for round in 0..<2 {
            for (path, value) in changes {
                let changed = manifest(bundle).setting(path, to: value)
                let refusal = try await TestManifest.refusal(changed, openAPI: bundle)
                if round == 0 { before.append("\(refusal?.message ?? "none")") }
                if round == 1 { after.append("\(refusal?.message ?? "none")") }
            }
            _ = try await TestManifest.journey(manifest(bundle), openAPI: bundle)
        }
        #expect(before == after)
        #expect(!before.contains("none"))
        // Another bundle's bytes have another hash, whatever is kept.
        let other = bundle.setting("openapi", to: "2.0")
        #expect(try await TestManifest.refusal(manifest(other), openAPI: other)?.code == .oapiInvalid)
        #expect(try await TestManifest.refusal(manifest(bundle), openAPI: other)?.code == .oapiHash)
    }

    @Test("are of the bundles that were used last, and apart by origins")
    func bounded() throws {
        let store = KeptForms<KnownBundle, KnownOperations.Contents>()
        let address = try #require(HTTPSURL("https://bank.example/openapi.json"))
        func key(_ number: UInt8, _ origins: [Origin?]) -> KnownBundle {
            KnownBundle(hash: [number], origins: SourcePolicy(origins), address: address, variables: [:])
        }
        for number in 0..<UInt8(KeptForms<KnownBundle, KnownOperations.Contents>.limit) {
            store.keep(KnownOperations.Contents(), for: key(number, []))
        }
        #expect(store[key(0, [])] != nil && store[key(0, [address.origin])] == nil)
        store.keep(KnownOperations.Contents(), for: key(9, []))
        // The first was used since, so the second went.
        #expect(store[key(0, [])] != nil && store[key(1, [])] == nil && store[key(9, [])] != nil)
    }
}

/// Each test has a bundle of its own, because the process has one store.
@Suite("Journeys that are kept for the next load")
struct KeptJourneysTests {
    private static func bundle(_ title: String) -> JSONValue {
        TestManifest13.openAPI.setting("info", to: ["title": .string(title), "version": "1"]).setting(
            "servers", to: [["url": "https://{host}/api", "variables": ["host": ["default": "bank.example"]]]])
    }

    private static func manifest(_ bundle: JSONValue) -> JSONValue {
        TestManifest13.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: bundle)))
    }

    @Test("are those of the same manifest, bundle and server variables only")
    func apart() throws {
        func key(_ hash: UInt8, _ bundle: UInt8, _ variables: [String: String]) -> KnownManifest {
            KnownManifest(hash: [hash], bundle: [bundle], variables: variables)
        }
        let store = KeptForms<KnownManifest, Int>()
        store.keep(1, for: key(1, 1, [:]))
        #expect(store[key(1, 1, [:])] == 1)
        for other in [key(2, 1, [:]), key(1, 2, [:]), key(1, 1, ["host": "bank.example"])] {
            #expect(store[other] == nil)
        }
    }

    @Test("do not make a load accept another signature, another bundle or a changed manifest")
    func refusals() async throws {
        let bundle = Self.bundle("kept")
        let other = Self.bundle("other")
        for _ in 0..<2 {
            let journey = try await TestManifest.journey(Self.manifest(bundle), openAPI: bundle)
            #expect(journey.steps.count == 3)
            #expect(try await TestManifest.refusal(Self.manifest(bundle), openAPI: other)?.code == .oapiHash)
            let changed = Self.manifest(bundle).setting("steps form on paid 0 to", to: "nowhere")
            #expect(try await TestManifest.refusal(changed, openAPI: bundle)?.code == .manifestInvalid)
            let signed = try await TestManifest.signed(Self.manifest(bundle))
            let forged = try JSONReader.read(signed).setting("sequence", to: 99)
            #expect(throws: JourneyError.self) {
                try JourneyLoader.verify(forged.compactBytes, trust: TestManifest.trust())
            }
        }
    }
}
