import Foundation
import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The example of the page on proofs")
struct ProofExampleTests {
    @Test("is what a proof shows, with the picture of the page")
    func example() throws {
        let shipped = try ShippedManifest("money-transfer")
        let skipping = shipped.manifest.setting("steps review on repeat", to: ["to": "submit"])
        // Where the payment names its approval, the machine does not send it without.
        let kept = try Proof(manifest: skipping.compactBytes, openAPI: shipped.openAPI)
        #expect(kept.verdict == .proved)
        let manifest = skipping.setting("steps submit bindings 0 call sca", to: nil)
        let proof = try Proof(manifest: manifest.compactBytes, openAPI: shipped.openAPI)
        let first = try #require(proof.counterexamples.first)
        #expect(first.message == "The run calls createTransfer without the approval of the person.")
        #expect(first.steps.first?.text == "the run starts" && first.steps.last?.text == "the page raises repeat")
        #expect(first.steps.last?.entered == ["submit"])
        #expect(ConcreteReplay(proof.model.journey).shows(first, of: proof))
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/images/prove.svg").standardizedFileURL
        let picture = proof.picture(of: first)
        if ProcessInfo.processInfo.environment["JOURNEY_PROOF_FIGURES"] != nil {
            try picture.write(to: file, atomically: true, encoding: .utf8)
            for (index, step) in first.steps.enumerated() {
                print("  \(index + 1). \(step.step): \(step.text) → \(step.entered.joined(separator: " → "))")
            }
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == picture)
    }
}
