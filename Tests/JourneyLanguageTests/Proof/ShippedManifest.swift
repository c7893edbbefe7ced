import Foundation
import JourneyBase
import JourneyCrypto

@testable import JourneyLanguage

/// A journey that the sandbox ships, as a manifest of version 1.3 and its bundle.
struct ShippedManifest {
    static let names = ["account-opening", "money-transfer"]

    let name: String
    var manifest: JSONValue
    /// The manifest as it is shipped.
    let original: JSONValue
    let openAPI: [UInt8]

    /// Creates a journey of version 1.3 that is shipped nowhere.
    init(name: String, manifest: JSONValue, openAPI: JSONValue) {
        (self.name, self.manifest, original) = (name, manifest, manifest)
        self.openAPI = openAPI.compactBytes
    }

    /// A payment that is sent once and decided by a status query.
    static var askingOnce: ShippedManifest {
        let changes: [LintEdit.Change] = [
            ("steps pay bindings 0 call effect", "once"), ("steps pay bindings 0 call key", nil),
            ("steps pay bindings 0 retry", nil),
            (
                "steps pay bindings 0 status",
                [
                    "operationId": "transferStatus", "in": ["id": "steps.form.to"], "everyMs": 1_000, "maxMs": 9_000,
                    "until": "status == 200", "done": "result.status == 'DONE'",
                    "out": [
                        "reference": ["type": "string", "value": "result.reference"],
                        "status": ["type": "string", "value": "result.status"],
                    ],
                ]
            ), ("steps pay on paid", [["guardExpr": "result.status == 'DONE'", "to": "done"], ["to": "held"]]),
        ]
        let bundle = TestManifest.openAPI.setting("paths /transfers post parameters", to: nil)
        let manifest = changes.reduce(LintCase.approving) { $0.setting($1.path, to: $1.value) }
        return ShippedManifest(
            name: "payment sent once",
            manifest: manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: bundle))),
            openAPI: bundle)
    }

    /// Reads a shipped journey, and rewrites it as 1.3 if it is not.
    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/Tools/JourneySandbox/Resources/journeys/\(name)")
            .standardizedFileURL
        func text(_ file: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                .replacing("{{gateway}}", with: "https://gateway.localhost:8443")
                .replacing("{{bank}}", with: "https://bank.localhost:8444")
                .replacing("{{notBefore}}", with: "2026-01-01T00:00:00Z")
                .replacing("{{notAfter}}", with: "2026-12-31T00:00:00Z")
        }
        self.name = name
        openAPI = Array(try text("openapi.json").utf8)
        let manifest = try text("manifest.json").replacing("{{oapiSha256}}", with: Hex.encode(SHA256.hash(openAPI)))
        original = try JSONReader.read(Array(manifest.utf8), limits: .manifest)
        self.manifest = original
        guard self.manifest["manifestVersion"] == "1.2" else { return }
        self.manifest = try ManifestMigration(self.manifest.compactBytes, openAPI: openAPI).manifest
        // The migration proposes what its author has to check: opening an account moves no money.
        guard name == "account-opening" else { return }
        for (step, value) in self.manifest["steps"]?.object ?? [:] {
            for index in (value["bindings"]?.array ?? []).indices
            where value["bindings"]?[index]?["call"]?["movesMoney"] != nil {
                self.manifest = self.manifest.setting("steps \(step) bindings \(index) call movesMoney", to: false)
            }
        }
    }

    func journey() throws -> Journey { try Proof.journey(manifest: manifest.compactBytes, openAPI: openAPI) }

    /// The findings of lint, each by its rule and path.
    func findings(of manifest: JSONValue) -> Set<String> {
        Set(
            Lint.check(manifest.compactBytes, openAPI: openAPI).map {
                "\($0.severity.rawValue) \($0.rule.rawValue) \($0.path)"
            })
    }
}
