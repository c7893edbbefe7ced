import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneySandbox
import SandboxServices
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// Processes are killed while they pay: no handler runs, no data is flushed, no file is cleaned up.
@Suite("Process kills", .serialized, .timeLimit(.minutes(15)))
struct KillTests {
    @Test(
        "processes killed at random times and restarted make one payment each: fifty in a campaign")
    func kills() async throws {
        try await EndToEndFixture.visit { town in
            var app = KilledApp(
                gateway: "\(town.sandbox.gateway)/", authority: town.sandbox.authorityPEM, pins: town.sandbox.pins,
                anchor: town.sandbox.anchor.json.compactText, remoteKeys: town.sandbox.remoteKeys.json.compactText,
                token: town.sandbox.contextToken.withBytes { String(decoding: $0, as: UTF8.self) },
                device: town.directory + "/device")
            let clock = ContinuousClock()
            let took = try await clock.measure {
                guard case .completed = try await app.start() else { throw Unexpected() }
            }
            var generator = SplitMix(state: Campaign.seed(50))
            // A process must also load its libraries and keys, and the machine's speed varies. The last result makes the next
            // time longer or shorter, so that both sides are covered.
            var longest = UInt32(took * 4 / .microseconds(1))
            var ends: [String: Int] = [:]
            let rounds = Campaign.count(20, campaign: 50)
            for round in 1...rounds {
                app.device = town.directory + "/device-\(round)"
                let text = String(decoding: try JSONEncoder().encode(app), as: UTF8.self)
                let delay = UInt32.random(in: 0...longest, using: &generator)
                await #expect(processExitsWith: .signal(SIGKILL)) { [text = text as String, delay = delay as UInt32] in
                    let app = try JSONDecoder().decode(KilledApp.self, from: Data(text.utf8))
                    try await app.startAndDie(after: delay)
                }
                let paid = try await town.records().count
                #expect((round...round + 1).contains(paid))
                longest = paid > round ? longest / 10 * 9 : longest / 10 * 11
                ends["\(paid > round ? "paid" : "unpaid"), \(app.wasTold ? "told" : "untold")", default: 0] += 1
                if !app.wasTold {
                    let result = try await app.start()
                    #expect(EndToEndFixture.code(result) == "completed", "round \(round), killed after \(delay) µs")
                }
                #expect(try await town.records().count == round + 1, "round \(round), killed after \(delay) µs")
            }
            for record in try await town.records() { #expect(record.balance == 0 && record.debited == 100) }
            // Some processes must have died before the payment; otherwise the test proves nothing.
            #expect(ends["unpaid, untold"] ?? 0 >= rounds / 10, "\(ends)")
            #expect(ends["paid, told", default: 0] + ends["paid, untold", default: 0] >= rounds / 10, "\(ends)")
        }
    }

    private struct Unexpected: Error {}
}
