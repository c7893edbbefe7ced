package import Foundation
package import JourneyBase
import JourneyCrypto

/// The bundled journeys of the sandbox.
package enum SandboxJourneys {
    /// The names of the journeys, sorted.
    package static var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: SandboxResources.journeys.path)
        return (files ?? []).filter { JourneyID($0) != nil }.sorted()
    }

    /// Returns the folder of the journey's files.
    package static func folder(of name: String) -> String {
        SandboxResources.journeys.appendingPathComponent(name).path
    }

    /// Returns the path of the journey's autopilot script, or of its variant `branch`.
    package static func autopilot(for name: String, branch: String? = nil) -> String {
        let file = branch.map { "autopilot-\($0).json" } ?? "autopilot.json"
        return SandboxResources.journeys.appendingPathComponent(name).appendingPathComponent(file).path
    }

    /// The specimen passport picture that the scripts upload, as PNG; `nil` if it can't be read.
    static var specimenDocument: [UInt8]? {
        let url = SandboxResources.journeys.appendingPathComponent("account-opening/specimen.png")
        return (try? Data(contentsOf: url)).map(Array.init)
    }

    /// Returns the recorded events of the journey's main path. Throws `SERVER_ERROR` if there are none.
    package static func events(for name: String) throws(JourneyError) -> [UInt8] {
        Array(try text(name, "events.json").utf8)
    }

    /// Returns a journey's files for linting, with example addresses and times filled in, and the texts of the bank's pages.
    /// Throws `SERVER_ERROR` if they can't be read.
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

    /// Returns the texts of the pages in the folders named by the manifest, and of the shared ones.
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
        guard JourneyID(name) != nil else { throw JourneyError(.serverError, "“\(name)” is not a journey name.") }
        do { return try String(contentsOf: url, encoding: .utf8) } catch {
            throw JourneyError(.serverError, "The sandbox has no \(file) for \(name): \(SystemCause.text(error)).")
        }
    }
}
