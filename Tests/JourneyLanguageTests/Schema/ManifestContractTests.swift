import Foundation
import JourneyBase
import Testing

@testable import JourneyLanguage

/// The schema of manifests and the types that read them: each has all that the other has.
@Suite("The schema of manifests and the types that read them")
struct ManifestContractTests {
    private static let versions = [Journey.Version.v11, .v12, .v13]

    /// A manifest with every member of its version, except `fallback`: with it, any type of a step would be taken.
    private static func manifest(_ version: Journey.Version) -> JSONValue {
        if version == .v13 { return ManifestWithAllMembers.manifest }
        guard version == .v12 else {
            return TestManifest.manifest11.setting("signature", to: "a..b").setting("security signIn", to: true)
                .setting("steps form bridgeAllow", to: ["getDevice"])
                .setting("steps form on more", to: ["guardExpr": "payload.code != 'X'"])
                .setting("steps done on", to: [:]).setting("steps done bindings", to: [])
                .setting(
                    "steps ask",
                    to: [
                        "type": "native", "plugin": "biometric_auth", "params": [:], "timeoutMs": 1, "bindings": [],
                        "idempotencyKey": "a", "on": ["success": ["to": "done"]],
                    ]
                )
                .setting(
                    "steps wait",
                    to: ["type": "server", "timeoutMs": 1, "bindings": [], "idempotencyKey": "a", "on": [:]])
        }
        let calls =
            (TestManifest.manifest.value(at: "steps form bindings")?.array ?? []) + [
                ["onEvent": "send", "call": ["operationId": "createTransfer", "argsFrom": "form"]]
            ]
        let changes: [(path: String, value: JSONValue)] = [
            ("signature", "a..b"), ("locales", ["en"]),
            ("mustUnderstand", ["limits"]), ("security signIn", true), ("security attestation", ["device": true]),
            ("limits", ["totalSteps": 1, "visitsPerStep": 1, "emitChain": 1, "journeyTimeoutMs": 1]),
            (
                "resumePolicy",
                ["snapshotOn": ["submit"], "keep": ["steps.form.to"], "maxAgeMs": 60_000]
            ),
            ("headerTemplates", ["X-Trace": "{session.correlationId}"]),
            (
                "errorPolicy",
                [
                    [
                        "on": ["NET_TIMEOUT"], "retry": ["max": 1, "capMs": 1, "jitter": true], "to": "failed",
                    ], ["on": ["SERVER_ERROR"], "end": ["outcome": "failed", "recoverable": true]],
                ]
            ),
            ("steps form bindings", .array(calls)),
            ("steps form bridgeEncrypt", ["submit": "dir"]), ("steps form idempotencyKey", "a"),
            ("steps form on submit 0 guard", "payload.amount > 0"), ("steps form on submit 0 emit", "shown"),
            ("steps form bindings 0 call headers", ["X-Screen": "form"]),
            ("steps form bindings 0 headerTemplates", ["X-Step": "form"]),
            ("steps confirm in", ["title": "steps.form.to"]), ("steps confirm out", ["proof": "string"]),
            ("steps confirm bindings", []), ("steps confirm idempotencyKey", "a"), ("steps pay idempotencyKey", "a"),
            ("steps pay bindings 0 retry 0 jitter", true), ("steps done on", [:]), ("steps done bindings", []),
        ]
        return changes.reduce(TestManifest.manifest) { $0.setting($1.path, to: $1.value) }
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources")

    /// The names of members that either version's schema has, and all that the readers' source asks for.
    private static func vocabulary() throws -> Set<String> {
        var names: Set<String> = []
        for version in versions {
            for members in ManifestContract(schema: ManifestSchema.document(version)).members.values {
                names.formUnion(members)
            }
        }
        for folder in ["Loading", "Manifest"] {
            let place = sources.appending(path: "Systems/JourneyLanguage/\(folder)")
            for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                names.formUnion(text.matches(of: /(?:member\(|required\(|\[)"(\w+)"/).map { String($0.1) })
            }
        }
        return names
    }

    /// Every word that either schema lists and every error code of the package, with their nearest neighbours.
    private static func words() throws -> Set<String> {
        let codes = try String(
            contentsOf: sources.appending(path: "Base/JourneyBase/Flow/ErrorCode.swift"), encoding: .utf8)
        var words = Set(codes.matches(of: /rawValue: "(\w+)"/).map { String($0.1) })
        for version in versions {
            for list in ManifestContract(schema: ManifestSchema.document(version)).words.values {
                words.formUnion(list.flatMap { [$0, $0.lowercased(), $0.uppercased(), $0 + "S"] })
            }
        }
        return words
    }

    @Test("schema and types have the same members, requirements, values and limits", arguments: versions)
    func agree(version: Journey.Version) throws {
        let document = ManifestSchema.document(version)
        let manifest = Self.manifest(version)
        let readers = ManifestReaders(
            manifest: manifest, openAPI: version == .v13 ? ManifestWithAllMembers.openAPI : TestManifest.openAPI)
        #expect(readers.refusals(of: manifest) == [])
        #expect(try ManifestSchema.faults(in: manifest, version) == [])
        let schema = ManifestContract(schema: document)
        let places = SchemaPlaces(of: manifest, in: document)
        for place in schema.places { #expect(places.all[place] != nil, "\(place) is tried nowhere") }
        var read = readers.contract(
            like: schema, at: places, vocabulary: try Self.vocabulary(), words: try Self.words())
        // It is read, and taken out, before anything else is: `AcceptanceTests`.
        read.members[""]?.insert("signature")
        #expect(read.differences(from: schema) == [])
    }

    @Test("the comparison detects any missing or different part of the schema", arguments: versions)
    func nearMisses(version: Journey.Version) throws {
        let document = ManifestSchema.document(version)
        let contract = ManifestContract(schema: document)
        #expect(contract.differences(from: contract) == [])
        func expectDifference(_ place: String, _ change: String, _ value: JSONValue?) {
            let path = place.split(separator: "/").joined(separator: " ")
            let changed = ManifestContract(schema: document.setting("\(path) \(change)", to: value))
            #expect(contract.differences(from: changed) != [], "\(place) \(change)")
        }
        for (place, members) in contract.members {
            // The type is a member of each step before it is one of a kind.
            for name in members where !(name == "type" && place.hasSuffix("Step")) {
                expectDifference(place, "properties \(name)", nil)
            }
            expectDifference(place, "properties extra", true)
            let turned = members.subtracting(["type"]).sorted().prefix(1)
            let required = (contract.required[place] ?? []).symmetricDifference(turned)
            expectDifference(place, "required", .array(required.sorted().map { .string($0) }))
        }
        for (place, words) in contract.words {
            let value = try #require(document.value(at: place.split(separator: "/").joined(separator: " ")))
            let list = value["enum"] == nil ? "examples" : "enum"
            expectDifference(place, list, .array(words.sorted().dropLast().map { .string($0) }))
            expectDifference(place, list, .array((words.sorted() + ["extra"]).map { .string($0) }))
        }
        for (place, bounds) in contract.bounds {
            expectDifference(place, "minimum", .number(JSONNumber(bounds.lowerBound + 1)))
            expectDifference(place, "maximum", .number(JSONNumber(bounds.upperBound - 1)))
        }
    }
}
