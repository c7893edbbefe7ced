import Foundation
import JourneyBase
import Synchronization
import Testing

@Suite("Log times")
struct RFC3339Tests {
    @Test(
        "a time has its date, milliseconds and UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_790_000_000.25, "2026-09-21T14:13:20.250Z"),
            (1_790_000_000.999_9, "2026-09-21T14:13:20.999Z"), (1_709_164_799.5, "2024-02-28T23:59:59.500Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"), (-0.5, "1969-12-31T23:59:59.500Z"),
        ] as [(TimeInterval, String)])
    func moments(seconds: TimeInterval, text: String) {
        #expect(RFC3339.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("a log line begins with its time")
    func line() {
        let lines = Mutex<[String]>([])
        let log = Log { entry in
            lines.withLock { $0.append(entry.line(at: Date(timeIntervalSince1970: 1_790_000_000.25))) }
        }
        log.record(.info, "A request ended.", [.status: "200", .caller: "ab", .address: "203.0.113.0/24"])
        #expect(
            lines.withLock { $0 } == [
                "2026-09-21T14:13:20.250Z info A request ended. address=203.0.113.0/24 caller=ab status=200"
            ])
    }
}
