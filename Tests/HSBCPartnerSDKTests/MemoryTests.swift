import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// `true` under `scripts/sanitize.sh`.
private let isSanitized = ProcessInfo.processInfo.environment["JOURNEY_SANITIZER"] != nil

/// Measures the memory of runs in a separate process, because other tests would be counted too.
///
/// Counted is what lives after each round, including the test's page, bank and recorder, but no web engine. AddressSanitizer
/// keeps freed memory for a while, so the measurement is disabled under it; its own leak check applies.
@Suite(
    "Memory", .disabled(if: isSanitized, "a sanitizer keeps what was freed"), .timeLimit(.minutes(10)))
struct MemoryTests {
    /// Returns the private memory of the process, in bytes: resident memory without pages shared with files.
    private static func resident() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        guard fields.count > 2, let pages = Int(fields[1]), let shared = Int(fields[2]) else { return 0 }
        return (pages - shared) * 4_096
    }

    /// Starts runs that stay on their first page, and returns what ends them.
    private static func park(_ count: Int) async throws -> [(
        world: JourneyFixture, task: Task<JourneyResult, any Error>
    )] {
        var parked: [(JourneyFixture, Task<JourneyResult, any Error>)] = []
        for _ in 0..<count {
            let world = try JourneyFixture { page in
                try await page.connect()
                try await page.emit("nothing-of-note")
            }
            let task = Task { try await world.run() }
            _ = await world.events.first { $0.attributes["code"] == "UNKNOWN_EVENT" }
            parked.append((world, task))
        }
        return parked
    }

    @Test("a running journey uses less than 2 MB of SDK memory")
    func running() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // Warm up tables, caches and threads before measuring.
            for (_, task) in try await MemoryTests.park(10) {
                task.cancel()
                _ = try await task.value
            }
            let before = MemoryTests.resident()
            let count = 50
            let parked = try await MemoryTests.park(count)
            let each = (MemoryTests.resident() - before) / count
            FileHandle.standardError.write(Data("bytes for each running journey: \(each)\n".utf8))
            for (_, task) in parked {
                task.cancel()
                _ = try await task.value
            }
            try #require(before > 0 && each < 2_000_000)
        }
        try MemoryTests.show(result)
    }

    @Test("memory does not grow over a thousand consecutive journeys")
    func growth() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            func run(_ count: Int) async throws {
                for _ in 0..<count {
                    let world = try JourneyFixture()
                    try #require(JourneyFixture.word(try await world.run()) == "completed")
                }
            }
            try await run(200)
            let before = MemoryTests.resident()
            try await run(500)
            let middle = MemoryTests.resident()
            try await run(500)
            let after = MemoryTests.resident()
            FileHandle.standardError.write(
                Data("bytes after 200, 700, 1,200 journeys: \(before), \(middle), \(after)\n".utf8))
            // A leak of 1 KB for each run would be a megabyte; the allocator's variation is smaller.
            try #require(before > 0 && after - before < 1_000_000)
        }
        try MemoryTests.show(result)
    }

    /// Adds the child's figures to the test's own record.
    private static func show(_ result: ExitTest.Result?) throws {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("bytes") })
        Attachment.record(String(line), named: "memory.txt")
    }
}
