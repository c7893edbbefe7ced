import JourneyBase
import JourneySandbox
import SandboxServices
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// A payment, and a process that dies at each boundary with its environment: store, network, window, sensor, host.
@Suite("Crash points", .timeLimit(.minutes(10)))
struct CrashPointTests {
    /// The result of one seed; runs with the same seed are identical.
    struct Story: Hashable, CustomStringConvertible {
        var ends: [String]
        var outcomes: [String]
        var transfers: Int
        var keys: Int
        var description: String { "\(ends) \(outcomes) transfers \(transfers) keys \(keys)" }
    }

    /// Restarts the app, with deaths at `ends`, until it receives the journey's outcome.
    private func story(_ seed: UInt64, ends: [String]) async throws -> Story {
        try await CrashFixture.visit(seed: seed) { town in
            var outcomes: [String] = []
            for end in ends.map(Optional.some) + [nil, nil] {
                let told = try await town.live(ProcessLifetime(end: end))
                outcomes.append(told?.outcome ?? "died")
                if told != nil { break }
            }
            let records = try await town.bank.records()
            for record in records { #expect(record.balance == 0 && record.debited == 100) }
            return Story(ends: ends, outcomes: outcomes, transfers: records.count, keys: town.keys.count)
        }
    }

    /// Returns the boundaries of a lifetime that begins after a death at `end`; without one, of an undisturbed lifetime.
    private func boundaries(after end: String? = nil) async throws -> [String] {
        try await CrashFixture.visit(seed: 1) { town in
            if let end {
                let told = try await town.live(ProcessLifetime(end: end))
                #expect(told == nil)
            }
            let life = ProcessLifetime(end: nil)
            let told = try await town.live(life)
            #expect(told?.outcome == "completed")
            return life.passed
        }
    }

    @Test("an undisturbed transfer pays once and crosses many external boundaries")
    func shieldedFromCancellation() async throws {
        let boundaries = try await boundaries()
        #expect(boundaries.count >= 40)
        for part in [
            "save sequence", "save snapshot", "POST attestations/assertions", "save approval-key",
            "PUT api/quotes/approval", "POST api/transfers", "show review", "biometrics", "told",
            "remove snapshot",
        ] {
            for side in ["before", "after"] { #expect(boundaries.contains { $0.hasPrefix("\(side) \(part)") }) }
        }
    }

    @Test("a payment's key is on disk before its first byte is sent")
    func keyFirst() async throws {
        let boundaries = try await boundaries()
        let sent = try #require(boundaries.firstIndex { $0.hasPrefix("before POST api/transfers") })
        let asked = try #require(boundaries.firstIndex { $0.hasPrefix("before biometrics") })
        let stored = try #require(
            boundaries[asked...].firstIndex { $0.hasPrefix("after save snapshot") }, "a snapshot after the consent")
        #expect(stored < sent)
    }

    @Test(
        "two hundred seeded crashes each end with one payment, and each can be repeated"
    )
    func deaths() async throws {
        let seed = Campaign.seed(20_271_115)
        var generator = SplitMix(state: seed)
        let first = try await boundaries().sorted()
        // The boundaries of a lifetime that resumes a payment, and of one that resumes a page.
        let inPayment = try await boundaries(after: "after POST api/transfers 1").sorted()
        let onPage = try await boundaries(after: "before biometrics 1").sorted()
        var hit: Set<String> = []
        var told: [String: Int] = [:]
        for index in 0..<Campaign.count(200, campaign: 2_000) {
            // Each boundary of an undisturbed lifetime is used once before any is repeated.
            let end = index < first.count ? first[index] : first.randomElement(using: &generator) ?? ""
            let again = (index.isMultiple(of: 4) ? onPage : inPayment).randomElement(using: &generator)
            let ends = index.isMultiple(of: 2) ? [end] : [end, again ?? ""]
            let number = generator.next()
            let story = try await story(number, ends: ends)
            #expect(story.transfers == 1 && story.keys == 1, "seed \(number): \(story)")
            #expect(story.outcomes.last == "completed", "seed \(number): \(story)")
            #expect(try await self.story(number, ends: ends) == story, "seed \(number) is not repeatable")
            hit.insert(end)
            told[story.outcomes.joined(separator: " → "), default: 0] += 1
        }
        #expect(hit.isSuperset(of: first.prefix(200)))
        #expect(told.keys.contains { $0.hasPrefix("died → ") })
    }
}
