import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyLanguage
@testable import JourneySandbox

/// The published schema in the hands of another program, which shares no code with ours: `jsonschema-rs`.
@Suite(
    "The published manifest schema in another validator",
    .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
struct ManifestSchemaTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// The manifests of the sandbox, filled in and signed, and those of the documentation; the transfer as it was in 1.2 as well.
    private static func shipped() async throws -> [String: JSONValue] {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let setting = JourneyTemplate.Setting(
            gateway: try #require(HTTPSURL("https://gateway.localhost:8441")).origin,
            bank: try #require(HTTPSURL("https://bank.localhost:8442")).origin,
            notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(60))
        var all: [String: JSONValue] = [:]
        for name in SandboxJourneys.names {
            let signed = try await JourneyTemplate(named: name).signed(
                for: setting, key: P256PrivateKey.generate(), keyID: "k")
            all[name] = try JSONReader.read(signed.manifest)
        }
        let earlier = try await OlderJourneys.transfer12().signed(
            for: setting, key: P256PrivateKey.generate(), keyID: "k")
        all["money-transfer 1.2"] = try JSONReader.read(earlier.manifest)
        let resources = root.appending(path: "docs/JourneyKit.docc/Resources")
        for file in try FileManager.default.contentsOfDirectory(at: resources, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasSuffix("manifest.json") {
            all[file.lastPathComponent] = try JSONReader.read(Array(try Data(contentsOf: file)))
        }
        return all
    }

    /// Returns the other program's verdict on each manifest, by the schema of `version`.
    private func verdicts(_ manifests: [JSONValue], version: Journey.Version) throws -> [Bool] {
        let file = FileManager.default.temporaryDirectory.appending(path: "manifests-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(JSONValue.array(manifests).compactBytes).write(to: file)
        let printed = try Python.run(
            """
            import json, sys, jsonschema_rs
            schema = json.load(open(sys.argv[1]))
            jsonschema_rs.meta.validate(schema)
            validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
            print("".join("10"[not validator.is_valid(one)] for one in json.load(open(sys.argv[2]))))
            """,
            [
                Self.root.appending(path: "docs/reference/schema/manifest-\(version.rawValue).schema.json").path,
                file.path,
            ])
        return printed.map { $0 == "1" }
    }

    private func errors(of manifest: JSONValue) -> [Finding] {
        Lint.check(manifest.compactBytes, openAPI: nil).filter { $0.severity == .error }
    }

    @Test("the schema accepts every shipped manifest, and so does lint")
    func shipped() async throws {
        let shipped = try await Self.shipped().sorted { $0.key < $1.key }
        #expect(shipped.count >= 4)
        for version in [Journey.Version.v12, .v13] {
            let manifests = shipped.map(\.value).filter { $0["manifestVersion"]?.string == version.rawValue }
            #expect(!manifests.isEmpty)
            #expect(try verdicts(manifests, version: version) == manifests.map { _ in true }, "\(version)")
        }
        for (name, manifest) in shipped { #expect(errors(of: manifest) == [], "\(name)") }
    }

    /// Members of the money transfer, each with a value that is not the member's; `nil` where it has to be there.
    private static let broken: [(path: String, value: JSONValue?)] = [
        ("manifestVersion", nil), ("minSdk", "1.x"), ("minSdk", "1.0.0.0.0"),
        ("journeyId", ".transfer"), ("issuer", ""), ("issuer", nil), ("sequence", -1),
        ("sequence", 9_007_199_254_740_992), ("sequence", "1"), ("notBefore", "2026-01-01T00:00:00+01:00"),
        ("notAfter", "2026-01-01"), ("oapiBundle", "http://bank.example/o"),
        ("oapiSha256", "AA"), ("locales", ["en_GB"]), ("headers", [" X": "a"]),
        ("security allowedOrigins", []), ("security allowedOrigins 0", "https://bank.example/path"),
        ("security pinning", 1), ("security pinning", nil), ("security signin", true),
        ("limits totalSteps", 1_001), ("limits visitsPerStep", 0), ("limits emitChain", 33), ("limits steps", 1),
        ("resumePolicy maxAgeMs", 59_999), ("resumePolicy keep 0", "payload.quoteId"),
        ("startStep", 1), ("steps intro type", nil), ("steps intro url", nil), ("steps intro timeoutMs", 0),
        ("steps intro timeoutMs", 86_400_001), ("steps intro timeout", 1), ("steps intro plugin", "camera"),
        ("steps recipient bridgeEncrypt submit", "DIR"), ("steps recipient bindings 0 onEvent", nil),
        ("steps recipient bindings 0 call operationId", nil), ("steps recipient bindings 0 call args", "a"),
        ("steps amount bindings 0 retry 0 max", 11),
        ("steps amount bindings 0 retry 0 on 0", "NET_TIMEOUTS"), ("steps amount bindings 0 retry 0 on", nil),
        ("steps intro on submit goto", "recipient"), ("steps intro on submit", []),
        ("steps biometric plugin", nil), ("steps biometric params", "a"), ("steps completed outcome", "done"),
        ("steps completed on", ["submit": ["to": "intro"]]),
        ("errorPolicy", [["on": [], "to": "failed"]]), ("errorPolicy", [["on": ["net"], "to": "failed"]]),
        ("errorPolicy", [["on": ["UNKNOWN"], "end": ["outcome": "completed"]]]),
        ("mustUnderstand", "limits"), ("fallback", true),
    ]

    /// The same for members that a version writes in its own way.
    private static let own: [Journey.Version: [(path: String, value: JSONValue?)]] = [
        .v12: [
            ("manifestVersion", "1.3"), ("headers", ["X-A": "a\n"]), ("headerTemplates", ["X-A": ""]),
            ("steps recipient bindings 0 out payeeId", "text"), ("steps completed result reference", "text"),
            ("steps submit bindings 0 call effect", "keyed"), ("steps biometric in amount", 5),
        ],
        .v13: [
            ("manifestVersion", "1.2"), ("headers", ["X-A": ""]), ("headers", ["X-A": 5]),
            ("headerTemplates", ["X-A": "a"]), ("steps recipient bindings 0 argsFrom", "payload"),
            ("steps recipient bindings 0 out payeeId", ["type": "text", "value": "result.payeeId"]),
            ("steps recipient bindings 0 out payeeId", ["type": "string"]),
            ("steps completed result reference", 5), ("steps biometric in amount", 5),
            ("steps submit bindings 0 call effect", "twice"), ("steps submit bindings 0 call movesMoney", "yes"),
            ("steps submit bindings 0 call key windowMs", nil), ("steps submit bindings 0 call key windowMs", 0),
            ("steps submit bindings 0 call key form", "plain"), ("steps submit bindings 0 call key maxLength", 0),
        ],
    ]

    @Test("the schema refuses each broken manifest, and so do our validator and lint")
    func broken() async throws {
        let shipped = try await Self.shipped()
        for (version, name) in [(Journey.Version.v12, "money-transfer 1.2"), (.v13, "money-transfer")] {
            let good = try #require(shipped[name])
            let broken = Self.broken + (Self.own[version] ?? [])
            let manifests = broken.map { good.replacing($0.path.split(separator: " ")[...], by: $0.value) }
            for (index, isValid) in try verdicts(manifests, version: version).enumerated() {
                let (path, value) = broken[index]
                let what = "\(version) \(path): \(value?.compactText ?? "none")"
                #expect(!isValid, "\(what)")
                #expect(try ManifestSchema.faults(in: manifests[index], version) != [], "\(what)")
                #expect(errors(of: manifests[index]) != [], "\(what)")
            }
        }
    }

    @Test("the schema agrees with our validator on every variation of each shipped manifest")
    func agrees() async throws {
        for (name, manifest) in try await Self.shipped() {
            let version = try #require(manifest["manifestVersion"]?.string.flatMap { Journey.Version(rawValue: $0) })
            let changed = manifest.variations
            let ours = try changed.map { try ManifestSchema.faults(in: $0.value, version) == [] }
            let theirs = try verdicts(changed.map(\.value), version: version)
            try #require(theirs.count == changed.count && changed.count > 100)
            for (index, change) in changed.enumerated() where ours[index] != theirs[index] {
                Issue.record("\(name) \(change.what): ours says \(ours[index]), theirs \(theirs[index])")
            }
            // What lint takes, the schema takes: each tenth of them, as lint asks for more time.
            for index in stride(from: 0, to: changed.count, by: Campaign.count(10, campaign: 1)) where !theirs[index] {
                #expect(errors(of: changed[index].value) != [], "\(name) \(changed[index].what)")
            }
        }
    }
}

extension JSONValue {
    /// This value with another one at `path`, whose names and indices have spaces between them, or with none there.
    fileprivate func replacing(_ path: ArraySlice<Substring>, by value: JSONValue?) -> JSONValue {
        guard let first = path.first.map(String.init) else { return value ?? self }
        let isLast = path.count == 1
        if var list = array, let index = Int(first), list.indices.contains(index) {
            list[index] = isLast ? value ?? .null : list[index].replacing(path.dropFirst(), by: value)
            return .array(list)
        }
        var members = object ?? [:]
        members[first] = isLast ? value : (members[first] ?? [:]).replacing(path.dropFirst(), by: value)
        return .object(members)
    }

    /// This value with one member of it, at any depth, taken out, misspelt, or replaced by a number, a text or an object.
    fileprivate var variations: [(what: String, value: JSONValue)] {
        var all: [(what: String, value: JSONValue)] = []
        for (name, member) in (object ?? [:]).sorted(by: { $0.key < $1.key }) {
            func add(_ what: String, _ change: (inout [String: JSONValue]) -> Void) {
                var members = object ?? [:]
                change(&members)
                all.append(("\(name) \(what)", .object(members)))
            }
            add("taken out") { $0[name] = nil }
            add("misspelt") { ($0[name], $0[name + "s"]) = (nil, member) }
            for other: JSONValue in [5, "§", [:]] { add("= \(other.compactText)") { $0[name] = other } }
            for inner in member.variations { add(inner.what) { $0[name] = inner.value } }
        }
        for (index, element) in (array ?? []).enumerated() {
            for inner in element.variations {
                var list = array ?? []
                list[index] = inner.value
                all.append(("\(index) \(inner.what)", .array(list)))
            }
        }
        return all
    }
}
