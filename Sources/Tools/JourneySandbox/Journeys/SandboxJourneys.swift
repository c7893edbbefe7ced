package import Foundation
package import JourneyBase
import JourneyCrypto

/// The journeys that the sandbox ships, as files.
package enum SandboxJourneys {
    /// Their names, sorted.
    package static var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: SandboxResources.journeys.path)
        return (files ?? []).filter { JourneyID($0) != nil }.sorted()
    }

    /// The file of the script that plays a person in the journey, or of the one that plays it in another way, its `branch`.
    package static func autopilot(for name: String, branch: String? = nil) -> String {
        let file = branch.map { "autopilot-\($0).json" } ?? "autopilot.json"
        return SandboxResources.journeys.appendingPathComponent(name).appendingPathComponent(file).path
    }

    /// The picture of nobody's passport that the scripts show, as PNG; `nil` when it cannot be read.
    static var specimenDocument: [UInt8]? {
        let url = SandboxResources.journeys.appendingPathComponent("account-opening/specimen.png")
        return (try? Data(contentsOf: url)).map(Array.init)
    }

    /// The recorded script of events of the journey's main path, which explains it. Throws `SERVER_ERROR` when there is none.
    package static func events(for name: String) throws(JourneyError) -> [UInt8] {
        Array(try text(name, "events.json").utf8)
    }

    /// What a linter needs of a journey: its files as they are written, with example addresses and times filled in, and
    /// the texts of the bank's pages. Throws `SERVER_ERROR` when they cannot be read.
    package static func sources(
        of name: String, now: Date
    ) throws(JourneyError) -> (manifest: [UInt8], openAPI: [UInt8], pages: [String]) {
        var values = [
            "gateway": "https://gateway.localhost:8443", "bank": "https://bank.localhost:8444",
            "notBefore": now.addingTimeInterval(-3_600).ISO8601Format(),
            "notAfter": now.addingTimeInterval(7 * 86_400).ISO8601Format(),
        ]
        let bundle = Array(filled(try text(name, "openapi.json"), values).utf8)
        values["oapiSha256"] = Hex.encode(SHA256.hash(bundle))
        let manifest = Array(filled(try text(name, "manifest.json"), values).utf8)
        return (manifest, bundle, pages(shownBy: String(decoding: manifest, as: UTF8.self)))
    }

    /// The texts of the pages whose folder the manifest names, and of what all pages share.
    private static func pages(shownBy manifest: String) -> [String] {
        let folders = PageService.folders.filter { $0 == "assets" || manifest.contains("/pages/\($0)/") }
        return folders.flatMap { folder in
            let files = try? FileManager.default.contentsOfDirectory(
                at: SandboxResources.bank.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            return (files ?? []).filter { ["html", "js"].contains($0.pathExtension) }
                .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
        }
    }

    private static func filled(_ text: String, _ values: [String: String]) -> String {
        values.reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }

    private static func text(_ name: String, _ file: String) throws(JourneyError) -> String {
        let url = SandboxResources.journeys.appendingPathComponent(name).appendingPathComponent(file)
        guard JourneyID(name) != nil, let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw JourneyError(.serverError, "The sandbox has no \(file) for \(name).")
        }
        return text
    }
}
