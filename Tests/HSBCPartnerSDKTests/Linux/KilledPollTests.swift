import Foundation
import JourneyBase
import JourneyTesting
import TestSupport
import Testing

@testable import HSBCPartnerSDK

#if os(Linux)
import Glibc

/// Processes that are killed while a step asks what became of a payment.
@Suite("Killed polls", .serialized, .timeLimit(.minutes(5)))
struct KilledPollTests {
    @Test(
        "a poll goes on in the next process with the rest of its time, and completes its run: fifty kills in a campaign"
    )
    func kills() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-polls-\(UUID().uuidString)"
        defer { Scratch.remove(directory) }
        var generator = SplitMix(state: Campaign.seed(31))
        for round in 1...Campaign.count(2, campaign: 50) {
            let poller = KilledPoller(
                directory: "\(directory)/\(round)", lastRead: Int.random(in: 1...9, using: &generator),
                delay: UInt32.random(in: 0...3_000, using: &generator))
            let text = String(decoding: try JSONEncoder().encode(poller), as: UTF8.self)
            await #expect(processExitsWith: .signal(SIGKILL)) { [text = text as String] in
                let poller = try JSONDecoder().decode(KilledPoller.self, from: Data(text.utf8))
                try await poller.startAndDie()
            }
            let place: Comment = "round \(round), killed \(poller.delay) µs after question \(poller.lastRead)"
            let asked = poller.bank().reads
            #expect(asked >= poller.lastRead, place)
            let copy = KilledPoller(directory: poller.directory + "-copy", lastRead: 0, delay: 0)
            try FileManager.default.copyItem(atPath: poller.directory, toPath: copy.directory)
            // The poll has 900 seconds and asks every three. Ten seconds are left, so that it asks five times more.
            #expect(JourneyFixture.word(try await copy.start(2, after: 890, endingAt: .max)) == "pending", place)
            #expect(copy.bank().reads == 5, "\(place): \(copy.bank().reads)")
            guard case .completed(let payload) = try await poller.start(3, after: 890, endingAt: asked + 2) else {
                Issue.record("the poll found no end; \(place)")
                continue
            }
            #expect(payload["reference"] == "P-9" && poller.bank().reads == asked + 2, place)
        }
    }
}

/// An app that asks what became of a payment, with a store and a bank on disk.
struct KilledPoller: Codable, Sendable {
    let directory: String
    /// The number of the question at which the process is killed.
    let lastRead: Int
    /// The time from that question to the kill, in microseconds.
    let delay: UInt32

    /// The bank, which says that a payment has ended when it is asked for the time `end`.
    func bank(endingAt end: Int = .max, _ asked: @escaping @Sendable (Int) -> Void = { _ in }) -> DiskBank {
        DiskBank(style: .none, directory: directory + "-bank") { number in
            asked(number)
            return .json(["reference": "P-9"], headers: ["X-State": number >= end ? "end" : "open"])
        }
    }

    /// Resumes the suspended run or starts a new one.
    func start(
        _ number: Int, after seconds: Double, endingAt end: Int,
        _ asked: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> JourneyResult {
        var world = try KeyedFixture.polling(maxMs: 900_000).world
        world.manifest = world.manifest.with("resumePolicy", ["snapshotOn": ["step_enter"]])
        // The poll's waits pass at once, the run's timers stand.
        return try await world.start(
            number, after: seconds, clock: ManualClock(hurriedUpTo: .seconds(3)),
            with: bank(endingAt: end, asked).open(), in: directory)
    }

    /// Runs `start` in a process that is killed after question `lastRead`.
    func startAndDie() async throws {
        _ = try await start(1, after: 0, endingAt: .max) { [lastRead, delay] number in
            guard number == lastRead else { return }
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
        }
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}
#endif
