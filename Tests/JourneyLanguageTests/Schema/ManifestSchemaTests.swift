import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

@Suite("Published manifest schema")
struct ManifestSchemaTests {
    private static let folder = NSString.path(
        withComponents: URL(fileURLWithPath: #filePath).pathComponents.dropLast(4) + ["docs", "reference", "schema"])

    @Test("the published schema equals the loader's byte for byte", arguments: [Journey.Version.v11, .v12, .v13])
    func published(version: Journey.Version) throws {
        let path = "\(ManifestSchemaTests.folder)/manifest-\(version.rawValue).schema.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == ManifestSchema.text(version), "journey schema --version \(version.rawValue) prints another")
        #expect(try JSONReader.read(Array(text.utf8)) == ManifestSchema.document(version))
    }

    @Test(
        "the schemas of older versions stay as they were published",
        arguments: [
            (Journey.Version.v11, "21076f6ce24b86726b28101b1096471bb46ed53af6bcd657741345e0840dc563"),
            (.v12, "c2e4681de7b633f7929ec9d5840dc547059a5a72745a18861556c1a5ca202b5d"),
        ])
    func unchanged(version: Journey.Version, hash: String) {
        #expect(Hex.encode(SHA256.hash(Array(ManifestSchema.text(version).utf8))) == hash)
    }

    @Test(
        "the schema is valid, describes each member, and accepts good manifests",
        arguments: [Journey.Version.v11, .v12, .v13])
    func admits(version: Journey.Version) throws {
        let document = ManifestSchema.document(version)
        let meta = try JSONSchema.compile(
            ["$ref": "https://json-schema.org/draft/2020-12/schema"], dialect: .draft202012)
        #expect(meta.faults(in: document) == [])
        let all: [Journey.Version: JSONValue] = [
            .v11: TestManifest.manifest11, .v12: TestManifest.manifest, .v13: TestManifest13.manifest,
        ]
        for (other, good) in all { #expect(try (ManifestSchema.faults(in: good, version) == []) == (other == version)) }
        for (name, member) in document["properties"]?.object ?? [:] where member != false {
            let target = member["$ref"]?.string.flatMap { document["$defs"]?[String($0.dropFirst("#/$defs/".count))] }
            #expect((member["description"] ?? target?["description"])?.string != nil, "\(name)")
        }
    }

    @Test("the schema has the grammar's members at each location", arguments: [Journey.Version.v11, .v12, .v13])
    func members(version: Journey.Version) {
        let document = ManifestSchema.document(version)
        func names(_ value: JSONValue?) -> Set<String> {
            Set((value?["properties"]?.object ?? [:]).filter { $0.value != false }.keys)
        }
        let definitions = document["$defs"]
        #expect(names(document) == ManifestGrammar.top(version).union(version == .v12 ? later : []))
        #expect(names(definitions?["security"]) == ManifestGrammar.security)
        #expect(names(definitions?["transition"]) == ManifestGrammar.transition)
        #expect(names(definitions?["binding"]?["properties"]?["call"]) == ManifestGrammar.call(version))
        let binding = names(definitions?["binding"])
        #expect(binding == ManifestGrammar.binding(version).union(version == .v12 ? ["headerTemplates"] : []))
        let kinds = ManifestGrammar.stepTypes(version).map { names(definitions?["\($0)Step"]) }
        #expect(kinds.reduce([]) { $0.union($1) } == ManifestGrammar.step(version))
        guard version >= .v12 else { return }
        #expect(names(document["properties"]?["limits"]) == ManifestGrammar.limits)
        #expect(names(definitions?["retry"]) == ManifestGrammar.retry)
        guard version >= .v13 else { return }
        #expect(names(definitions?["key"]) == ManifestGrammar.key)
        #expect(names(definitions?["poll"]) == ManifestGrammar.poll)
        #expect(names(definitions?["status"]) == ManifestGrammar.status)
    }

    /// Members that the schema already has and the grammar may still reserve.
    private var later: Set<String> { ["headerTemplates", "errorPolicy"] }

    @Test(
        "1.2's complex members are accepted in their forms, and near misses are not",
        arguments: [
            ("headerTemplates", ["X-Route": "{journey.id}"], ["X Route": "a"]),
            ("headerTemplates", [:], ["X-Route": "a\nb"]),
            (
                "errorPolicy", [["on": ["NET_TIMEOUT"], "retry": ["max": 2], "to": "failed"]],
                [["on": ["NET_TIMEOUT"], "go": "x"]]
            ),
            (
                "errorPolicy", [["on": ["A"], "end": ["outcome": "failed", "recoverable": true]]],
                [["on": ["A"], "end": ["outcome": "completed"]]]
            ),
            ("errorPolicy", [], [["on": [], "to": "x"]]),
            ("resumePolicy", ["keep": ["steps.pay.reference"]], ["keep": ["payload.x"]]),
            ("limits", ["totalSteps": 1_000], ["totalSteps": 1_001]), ("locales", ["en", "ar"], ["en", 1]),
            ("sequence", 9_007_199_254_740_991, 9_007_199_254_740_992), ("headers", ["X-A": ""], ["X-A": " a"]),
            ("headers", ["X-A": "a \u{E9}\tb"], ["X-A": "a\u{7F}"]),
        ] as [(String, JSONValue, JSONValue)])
    func richer(member: String, good: JSONValue, bad: JSONValue) throws {
        #expect(try ManifestSchema.faults(in: TestManifest.manifest.setting(member, to: good), .v12) == [])
        #expect(try ManifestSchema.faults(in: TestManifest.manifest.setting(member, to: bad), .v12) != [])
    }

    @Test("the schema is checked only after the signature")
    func afterSignature() async throws {
        let broken = TestManifest.manifest.setting("steps form url", to: 5)
        let refusal = try await TestManifest.refusal(broken)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message == "steps.form.url is not a string.")
        let forged = try await TestManifest.signed(TestManifest.manifest)
        let document = try JSONReader.read(forged).setting("steps form url", to: 5)
        #expect { _ = try JourneyLoader.verify(document.compactBytes, trust: try TestManifest.trust()) } throws: {
            ($0 as? JourneyError)?.code == .manifestSignature
        }
    }

    @Test("lint reports each schema fault with line, column and code")
    func lint() throws {
        let text = """
            {
              "manifestVersion": "1.1", "minSdk": "1", "journeyId": "a", "oapiBundle": "https://a.example/o",
              "startStep": "end", "headers": {}, "security": {"allowedOrigins": ["https://a.example"],
              "pinning": 1, "requireHandshake": true},
              "steps": {"end": {"type": "terminal", "result": []}}
            }
            """
        let found = Lint.check(Array(text.utf8), openAPI: nil).filter { $0.severity == .error }
        #expect(
            found.map(\.description) == [
                "4:3: error: security.pinning must be true or false. [TYPE_WRONG]",
                "5:41: error: steps.end.result is not an object. [TYPE_WRONG]",
            ])
    }
}
