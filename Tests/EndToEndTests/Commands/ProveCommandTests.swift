import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@Suite("Proofs on the command line", .serialized)
struct ProveCommandTests {
    private let programs: Programs

    init() throws { programs = try Programs() }

    private func path(_ name: String) -> String { programs.folder + "/" + name }

    /// Writes the shipped money transfer, changed, into a folder of its own.
    private func write(_ folder: String, _ change: (inout String) -> Void = { _ in }) throws {
        let source = Programs.root.appendingPathComponent(
            "Sources/Tools/JourneySandbox/Resources/journeys/money-transfer")
        func text(_ file: String) throws -> String {
            try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
                .replacing("{{gateway}}", with: "https://gateway.localhost:8443")
                .replacing("{{bank}}", with: "https://bank.localhost:8444")
                .replacing("{{notBefore}}", with: "2026-01-01T00:00:00Z")
                .replacing("{{notAfter}}", with: "2026-12-31T00:00:00Z")
        }
        try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
        let document = try text("openapi.json")
        var manifest = try text("manifest.json")
            .replacing("{{oapiSha256}}", with: Hex.encode(SHA256.hash(Array(document.utf8))))
        change(&manifest)
        try Data(document.utf8).write(to: URL(fileURLWithPath: path("\(folder)/openapi.json")))
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: path("\(folder)/manifest.json")))
    }

    @Test("shipped journeys are proved within ten seconds", arguments: ["money-transfer", "account-opening"])
    func shipped(name: String) async throws {
        let (status, output) = try await programs.run(["prove", name, "--json"])
        let proof = try JSONReader.read(Array(output.utf8))
        #expect(status == 0 && proof["verdict"] == "proved" && proof["reached"] == [], "\(programs.errors)")
        #expect(proof["properties"]?.array?.count == 7)
        let used = try await programs.measure(["prove", name])
        #expect(used.status == 0 && used.seconds < 10 && used.megabytes < 500)
    }

    @Test("a payment without approval is refuted, drawn, and shown as new to its accepted version")
    func refuted() async throws {
        func skip(_ manifest: inout String) {
            manifest = manifest.replacing(
                "\"edit\": { \"to\": \"amount\" },",
                with: "\"edit\": { \"to\": \"amount\" }, \"repeat\": { \"to\": \"submit\" },")
        }
        try write("old")
        try write("kept", skip)
        try write("new") { manifest in
            skip(&manifest)
            manifest = manifest.replacing(/,\s*"sca": \{ "step": .*\} \}/, with: "")
        }
        let (new, old) = (path("new/manifest.json"), path("old/manifest.json"))
        // Where the payment names its approval, it is not sent without.
        #expect(try await programs.run(["prove", path("kept/manifest.json")]).status == 0)
        let drawn = try await programs.run(["prove", new, "-o", path("way.svg"), "--color", "never"])
        #expect(drawn.status == 3 && drawn.output.contains("7. review: the page raises repeat → submit"))
        #expect(try String(contentsOfFile: path("way.svg"), encoding: .utf8).hasPrefix("<svg"))
        let compared = try await programs.run(["prove", new, "--accepted", old, "--json"])
        let proof = try JSONReader.read(Array(compared.output.utf8))
        let found = (proof["counterexamples"]?.array ?? []).compactMap { $0["property"]?.string }
        #expect(compared.status == 3 && found == ["b", "h"], "\(programs.errors)")
        #expect(try await programs.run(["prove", old, "--accepted", old]).status == 0)
    }

    @Test("a bound that ends the exploration has a status of its own")
    func bounded() async throws {
        let (status, output) = try await programs.run(["prove", "money-transfer", "--states", "5", "--color", "never"])
        #expect(status == 4 && output.contains("Bound reached: 5 states (--states)"))
        let missing = try await programs.run(["prove", path("none.json")])
        #expect(missing.status == 2, "\(programs.errors)")
    }
}
