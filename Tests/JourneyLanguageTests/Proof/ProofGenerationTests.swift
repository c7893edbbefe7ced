import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Any small journey is explored to an end", .timeLimit(.minutes(5)))
struct ProofGenerationTests {
    @Test("random journeys stay within the bounds, and their counterexamples show the fault again")
    func random() throws {
        var numbers = SystemSample(seed: 28)
        var verdicts: Set<Proof.Verdict> = []
        var properties: Set<ProofProperty> = []
        for _ in 0..<Campaign.count(40, campaign: 2_000) {
            let journey = try GeneratedJourney.make(&numbers)
            var bounds = ProofBounds()
            bounds.states = 1_500
            bounds.retries = 2
            let proof = Proof(ProofModel(journey, bounds: bounds))
            verdicts.insert(proof.verdict)
            #expect(proof.states <= bounds.states + 2_000)
            for counterexample in proof.counterexamples where !counterexample.way.isEmpty {
                properties.insert(counterexample.property)
                let isGlobal = counterexample.message.hasPrefix("The run can't end")
                #expect(isGlobal || proof.isReproduced(counterexample), "\(counterexample.message)")
            }
        }
        #expect(verdicts.contains(.refuted) && properties.count >= 3, "\(properties)")
    }
}

@Suite("What is left out of an exploration decides nothing", .timeLimit(.minutes(5)))
struct ProofReductionTests {
    @Test("what refutes a property where all calls are tracked refutes it where payments alone are")
    func tracking() throws {
        var numbers = SystemSample(seed: Campaign.seed(29))
        var compared = 0
        var refuted = 0
        for _ in 0..<Campaign.count(40, campaign: 2_000) {
            let journey = try GeneratedJourney.make(&numbers)
            var bounds = ProofBounds()
            bounds.states = 3_000
            bounds.retries = 2
            let model = ProofModel(journey, bounds: bounds)
            let (reduced, exact) = (Proof(model), Proof(model.exact))
            guard reduced.states < bounds.states, exact.states < bounds.states else { continue }
            compared += 1
            let faults = Set(reduced.counterexamples.map { "\($0.property.rawValue) \($0.subject)" })
            for found in exact.counterexamples {
                refuted += 1
                #expect(
                    faults.contains("\(found.property.rawValue) \(found.subject)"),
                    "\(found.message) \(found.steps.map { "\($0.step): \($0.text) \($0.entered)" })")
            }
        }
        #expect(compared > 10 && refuted > 10, "\(compared) \(refuted)")
    }
}

/// A deterministic source of numbers (SplitMix64).
struct SystemSample: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A small journey with random steps, calls and transitions.
enum GeneratedJourney {
    private static let guards = [
        "true", "false", "payload.x == 1", "has(payload.x)", "has(steps.s0.out) && steps.s0.out == \"a\"", "payload.x",
        "!has(steps.s1.out)",
    ]

    static func make(_ numbers: inout SystemSample) throws -> Journey {
        let count = Int.random(in: 2...4, using: &numbers)
        let names = (0..<count).map { "s\($0)" } + ["done", "failed", "held"]
        var steps: [Step] = []
        for index in 0..<count { steps.append(try step("s\(index)", names, &numbers)) }
        return try Fixture.journey(
            steps + [
                Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
                Fixture.end("held", .pending, .declared(["reference": .string])),
            ],
            resumePolicy: Bool.random(using: &numbers) ? ResumePolicy(snapshotOn: ["step_enter"]) : nil)
    }

    private static func step(_ name: String, _ names: [String], _ numbers: inout SystemSample) throws -> Step {
        var kinds = [Step.Kind.server, .native(plugin: "transaction_approval", params: [:]), .server]
        if let page = Fixture.page { kinds.append(.web(.fixed(page))) }
        guard let kind = kinds.randomElement(using: &numbers) else { return try Fixture.end(name, .failed) }
        let events = ["enter", "success", "error", "cancelled", "go", "back", "timeout", "ok", "bad"]
        var transitions: [String: [Transition]] = [:]
        for event in events where Int.random(in: 0..<3, using: &numbers) > 0 {
            transitions[event] = try list(names, &numbers)
        }
        var bindings: [Binding] = []
        for event in ["enter", "go", "success"] where Int.random(in: 0..<3, using: &numbers) == 0 {
            var binding = try Fixture.binding(
                on: event, "op\(name)", arguments: .none, outputs: ["out": .string, "reference": .string], ok: "ok",
                bad: "bad")
            binding.declaresEffects = true
            binding.effect = CallEffect.allCases.randomElement(using: &numbers)
            binding.movesMoney = Bool.random(using: &numbers)
            bindings.append(binding)
        }
        return try Fixture.step(
            name, kind, timeout: Bool.random(using: &numbers) ? .seconds(5) : nil, bindings, on: transitions)
    }

    private static func list(_ names: [String], _ numbers: inout SystemSample) throws -> [Transition] {
        var list: [Transition] = []
        if Bool.random(using: &numbers), let guardText = guards.randomElement(using: &numbers) {
            list.append(try Fixture.to(names.randomElement(using: &numbers), if: guardText))
        }
        let stays = Int.random(in: 0..<5, using: &numbers) == 0
        list.append(try Fixture.to(stays ? nil : names.randomElement(using: &numbers)))
        return list
    }
}
