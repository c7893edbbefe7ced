import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// Secrets of each kind pass through everything that a journey uses, and occur in nothing that it leaves behind.
@Suite("Canary secrets in runs", .timeLimit(.minutes(10)))
struct CanaryRunTests {
    @Test(
        "no secret is in any output of a run, whichever way the journey goes",
        arguments: [
            (
                "money-transfer",
                [
                    .through: "completed", .asked: "completed", .wavers: "completed", .cancels: "cancelled",
                    .leaves: "completed", .unknown: "SCA_REQUIRED",
                ]
            ),
            (
                "account-opening",
                [
                    .through: "completed", .asked: "completed", .held: "pending", .wavers: "completed",
                    .cancels: "cancelled", .leaves: "completed",
                ]
            ),
        ] as [(String, [CanaryPerson.Branch: String])])
    func branches(journey: String, ends: [CanaryPerson.Branch: String]) async throws {
        let town = try await CanaryFixture()
        for (branch, end) in ends.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let word = try await town.run(journey, branch).word
            #expect(word == end, "\(journey), \(branch)")
        }
        try town.collectDatabase()
        #expect(town.sinks.unreached(CanaryFixture.reached) == [])
        #expect(town.sinks.leaks(of: town.canary) == [])
    }

    @Test(
        "no secret is in any output, whatever fails in any call and whatever its response says",
        arguments: SandboxJourneys.names)
    func faults(journey: String) async throws {
        let town = try await CanaryFixture()
        let calls = Set(try await town.run(journey).calls)
        #expect(calls.count >= 12, "\(calls)")
        var words: [String: Int] = [:]
        for call in calls.sorted() {
            for kind in CanaryNetwork.Fault.kinds {
                let word = try await town.run(journey, fault: CanaryNetwork.Fault(call: call, kind: kind)).word
                words[word, default: 0] += 1
            }
        }
        // Some runs recover and some end; otherwise no fault has occurred.
        #expect(words["completed", default: 0] > 0 && words.count > 3, "\(words)")
        try town.collectDatabase()
        #expect(town.sinks.unreached(CanaryFixture.reached) == [])
        #expect(town.sinks.leaks(of: town.canary) == [])
    }
}
