import Foundation
import Glibc
import TestSupport
import Testing

/// The output of the runtime when a process crashes in the middle of a journey, with every secret in its memory.
@Suite("Canary secrets in a crashing process", .serialized, .timeLimit(.minutes(10)))
struct CanaryCrashTests {
    static let reached: Set<CanarySinks.Sink> = [.crash]

    /// Crashes the process like a programming error.
    static func die() -> Never { fatalError("This process ends here.") }

    @Test(
        "a crashing process prints no secret in its message, threads, registers or pointed-to memory",
        .disabled(
            if: ProcessInfo.processInfo.environment["JOURNEY_SANITIZER"] != nil,
            "a sanitizer prints in the runtime's place"),
        arguments: CanaryFixture.Death.allCases)
    func crash(death: CanaryFixture.Death) async throws {
        // The runtime reads this variable when a process starts, and only this test starts processes here.
        setenv(
            "SWIFT_BACKTRACE",
            "enable=yes,color=no,interactive=no,symbolicate=off,threads=all,registers=all,images=none,timeout=60s", 1)
        defer { unsetenv("SWIFT_BACKTRACE") }
        // A crashing process cleans up nothing, so these runs are sequential.
        let folder = FileManager.default.temporaryDirectory
        func scratches() -> Set<String> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return Set(names.filter { $0.hasPrefix("journey-test-") })
        }
        let before = scratches()
        defer {
            for name in scratches().subtracting(before) {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent, \.standardOutputContent]
        ) { [name = death.rawValue as String] in
            let town = try await CanaryFixture(death: CanaryFixture.Death(rawValue: name))
            try await town.run("money-transfer")
        }
        let sinks = CanarySinks()
        sinks.add(.crash, result?.standardErrorContent ?? [])
        sinks.add(.crash, result?.standardOutputContent ?? [])
        let text = String(decoding: sinks.bytes(.crash), as: UTF8.self)
        #expect(text.contains("This process ends here."), "it died of something else:\n\(text)")
        #expect(text.contains("crashed:") && text.contains("rip 0x"), "the runtime printed no registers:\n\(text)")
        #expect(sinks.unreached(Self.reached) == [])
        #expect(sinks.leaks(of: Canary()) == [])
    }
}
