import JourneyBase
import JourneyCrypto
import MobileDocument

/// The most memory that a response of 2 MB takes on its way in: the message itself, what is read of it, and the report.
enum DocumentMemoryCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        var figures: [Measurement] = []
        for (title, count, portrait) in [("one portrait", 1, 2_000_000), ("64 licences", 64, 30_000)] {
            let document = try await BenchDocument(licences: count, portrait: portrait)
            let meeting = try await SharingSession(document, isSigned: false)
            let message = try await meeting.hold()
            let verifier = try document.verifier
            // What is made once is there before anything is counted.
            _ = try meeting.read(message, with: verifier)
            let samples = try (0..<max(1, min(bench.sampler.pairs, 5))).map { _ in
                try Allocations.peak {
                    // As it comes from a transport: a message of its own.
                    keep(try meeting.read(message.withUnsafeBufferPointer { Array($0) }, with: verifier))
                }
            }
            figures.append(
                Measurement(
                    "memory of a reader that takes \(message.count / 1_000) KB of \(title)", bytes: samples,
                    atMost: 4 * Double(message.count)))
        }
        return figures
    }
}
