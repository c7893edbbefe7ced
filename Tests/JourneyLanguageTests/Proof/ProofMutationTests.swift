import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("The shipped journeys are proved, and changed ones are not", .timeLimit(.minutes(10)))
struct ProofMutationTests {
    /// The outcome of a mutation, in the order in which it is looked for.
    private enum Result: String, CaseIterable {
        case error = "refused by load or lint"
        case warning = "a new warning of lint"
        case refutedWithValues = "refuted by (a) to (g), and shown with values"
        case refuted = "refuted by (a) to (g)"
        case comparedWithValues = "found by (h) alone, and shown with values"
        case compared = "found by (h) alone"
        case same = "behaves alike"

        var isByComparison: Bool { self == .compared || self == .comparedWithValues }
    }

    private static let isTelling =
        Campaign.isRunning || ProcessInfo.processInfo.environment["JOURNEY_PROOF_FIGURES"] != nil

    @Test("a shipped journey is proved within ten seconds", arguments: ShippedManifest.names)
    func shipped(name: String) throws {
        let shipped = try ShippedManifest(name)
        for (kind, manifest) in [("as shipped", shipped.original), ("as 1.3", shipped.manifest)] {
            let start = clock()
            let proof = try Proof(manifest: manifest.compactBytes, openAPI: shipped.openAPI)
            let took = Duration.microseconds(Int64(clock() - start))
            if ProofMutationTests.isTelling {
                print("\(name) \(kind): \(proof.verdict), \(proof.states) states, \(proof.transitions) events, \(took)")
            }
            #expect(proof.counterexamples.map { "\($0.message) \($0.steps.map { "\($0.step): \($0.text)" })" } == [])
            #expect(proof.verdict == .proved)
            // As many as ten seconds allow, also in a debug build.
            #expect(proof.transitions < 25_000)
        }
    }

    @Test("at least 95 % of the mutations of the shipped journeys that change behaviour are refuted or refused")
    func mutations() throws {
        var (changed, found) = (0, 0)
        for name in ShippedManifest.names {
            let shipped = try ShippedManifest(name)
            #expect(Mutation.all(of: shipped.manifest).count > 50)
            let figures = try mutations(of: shipped)
            changed += figures.changed
            found += figures.found
        }
        if ProofMutationTests.isTelling { print("found \(found) of \(changed) mutations that change behaviour") }
        // Without an accepted version to compare with. A few of all would say little.
        if Campaign.isRunning { #expect(found * 100 >= changed * 95) }
    }

    @Test("a payment that is sent once and decided by a status query is proved, and without the query it is not alike")
    func once() throws {
        let once = ShippedManifest.askingOnce
        #expect(once.findings(of: once.manifest) == [])
        let proof = try Proof(manifest: once.manifest.compactBytes, openAPI: once.openAPI)
        #expect(proof.verdict == .proved, "\(proof.counterexamples.map(\.message))")
        let original = ProofModel(try once.journey(), bounds: ProofBounds())
        let dropped = Mutation.all(of: once.manifest).filter { $0.kind == .dropStatusQuery }
        #expect(dropped.map(\.name) == ["pay.createTransfer"])
        for mutation in dropped {
            #expect(once.findings(of: mutation.manifest) == ["warning CALL_WITHOUT_KEY steps.pay.bindings[0].call"])
            #expect(try judge(mutation, once, [], original) == .warning)
            let journey = try Proof.journey(manifest: mutation.manifest.compactBytes, openAPI: once.openAPI)
            let compared = Proof(ProofModel(journey, bounds: ProofBounds()), accepted: original)
            #expect(compared.counterexamples.contains { $0.property == .accepted })
        }
        let figures = try mutations(of: once)
        #expect(figures.found > 0)
    }

    /// Returns the mutations that change behaviour, and those of them that are found without an accepted version.
    private func mutations(of shipped: ShippedManifest) throws -> (changed: Int, found: Int) {
        let name = shipped.name
        let known = shipped.findings(of: shipped.manifest)
        let original = ProofModel(try shipped.journey(), bounds: ProofBounds())
        let all = Mutation.all(of: shipped.manifest)
        var numbers = SystemSample(seed: Campaign.seed(28))
        let chosen = Campaign.isRunning ? all : Array(all.shuffled(using: &numbers).prefix(16))
        var counts: [Mutation.Kind: [Result: Int]] = [:]
        var total: [Result: Int] = [:]
        for mutation in chosen {
            let result = try judge(mutation, shipped, known, original)
            counts[mutation.kind, default: [:]][result, default: 0] += 1
            total[result, default: 0] += 1
            if ProofMutationTests.isTelling, result.isByComparison {
                print("\(name), \(result.rawValue): \(mutation.kind.rawValue), \(mutation.name)")
            }
        }
        if ProofMutationTests.isTelling {
            for kind in Mutation.Kind.allCases {
                print("\(name) \(kind.rawValue): \(Result.allCases.map { "\(counts[kind]?[$0] ?? 0)" })")
            }
            print("\(name) in all: \(Result.allCases.map { "\($0.rawValue): \(total[$0] ?? 0)" })")
        }
        let compared = Result.allCases.filter(\.isByComparison).reduce(0) { $0 + (total[$1] ?? 0) }
        let changed = chosen.count - (total[.same] ?? 0)
        return (changed, changed - compared)
    }

    private func judge(
        _ mutation: Mutation, _ shipped: ShippedManifest, _ known: Set<String>, _ original: ProofModel
    ) throws -> Result {
        let findings = shipped.findings(of: mutation.manifest).subtracting(known)
        if findings.contains(where: { $0.hasPrefix("error") }) { return .error }
        let journey = try Proof.journey(manifest: mutation.manifest.compactBytes, openAPI: shipped.openAPI)
        let model = ProofModel(journey, bounds: ProofBounds())
        let proof = Proof(model, isHasty: true)
        #expect(proof.reached == [], "\(mutation.name)")
        let runs = proof.counterexamples.filter { !$0.way.isEmpty && !$0.message.hasPrefix("The run can't end") }
        for counterexample in runs {
            #expect(proof.isReproduced(counterexample), "\(mutation.name): \(counterexample.message)")
        }
        let replay = ConcreteReplay(journey)
        if runs.contains(where: { replay.shows($0, of: proof) }) { return .refutedWithValues }
        if !proof.counterexamples.isEmpty { return .refuted }
        if !findings.isEmpty { return .warning }
        let compared = Proof(model, accepted: original)
        let isShown = compared.counterexamples.contains { found in
            found.isOfAccepted
                ? ConcreteReplay(original.journey).differs(found.way, of: original, from: model)
                : replay.differs(found.way, of: model, from: original)
        }
        return isShown ? .comparedWithValues : compared.verdict == .proved ? .same : .compared
    }
}
