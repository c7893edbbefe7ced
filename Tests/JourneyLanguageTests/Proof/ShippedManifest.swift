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
