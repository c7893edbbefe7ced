import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("The scenarios of the shipped journeys", .timeLimit(.minutes(10)))
struct ShippedScenarioTests {
    /// The scripts of a shipped journey.
    private static func scripts(of name: String) throws -> [EventScript] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/Tools/JourneySandbox/Resources/journeys/\(name)")
            .standardizedFileURL
        let scenarios = try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent("scenarios").path)
        return try (["events.json"] + scenarios.sorted().map { "scenarios/\($0)" }).flatMap { file in
            try EventScript.all(in: Array(try Data(contentsOf: folder.appendingPathComponent(file))), file: file)
        }
    }

    private static func failures(_ manifest: JSONValue, _ openAPI: [UInt8], _ scripts: [EventScript]) throws -> Int {
        let journey = try JourneyScripts(manifest: manifest.compactBytes, openAPI: openAPI)
        return scripts.count { !journey.explanation(of: $0).isWhole }
    }

    @Test("all of them pass and cover everything", arguments: ShippedManifest.names)
    func whole(name: String) throws {
        let shipped = try ShippedManifest(name)
        let journey = try JourneyScripts(manifest: shipped.manifest.compactBytes, openAPI: shipped.openAPI)
        var coverage = journey.coverage
        for script in try Self.scripts(of: name) {
            let explanation = journey.explanation(of: script)
            #expect(explanation.failures.map(\.message) == [], "\(script.name ?? "events")")
            coverage.add(explanation)
        }
        #expect(coverage.missed.map(\.words) == [])
    }

    @Test("they notice at least 90 % of the changes of a manifest that change what the journey does")
    func mutations() throws {
        var (changed, found) = (0, 0)
        var survivors: [String] = []
        for name in ShippedManifest.names {
            let shipped = try ShippedManifest(name)
            let scripts = try Self.scripts(of: name)
            let original = ProofModel(try shipped.journey(), bounds: ProofBounds())
            var numbers = SystemSample(seed: Campaign.seed(30))
            let all = Mutation.all(of: shipped.manifest)
            let chosen = Campaign.isRunning ? all : Array(all.shuffled(using: &numbers).prefix(16))
            for mutation in chosen {
                guard let failed = try? Self.failures(mutation.manifest, shipped.openAPI, scripts) else {
                    // A manifest that does not load is found by any scenario.
                    (changed, found) = (changed + 1, found + 1)
                    continue
                }
                if failed > 0 {
                    (changed, found) = (changed + 1, found + 1)
                    continue
                }
                let journey = try Proof.journey(manifest: mutation.manifest.compactBytes, openAPI: shipped.openAPI)
                let compared = Proof(ProofModel(journey, bounds: ProofBounds()), accepted: original)
                guard compared.verdict != .proved else { continue }
                changed += 1
                survivors.append("\(name), \(mutation.kind.rawValue): \(mutation.name)")
            }
        }
        if Campaign.isRunning {
            print("scenarios found \(found) of \(changed) changes of behaviour; not found:")
            for survivor in survivors { print("  \(survivor)") }
        }
        #expect(found * 100 >= changed * 90, "\(found) of \(changed): \(survivors)")
    }
}
