import JourneyBase
import JourneyCrypto
import MobileDocument

/// Measures the peak memory of processing a response of 2 MB: the message, its decoded form, and the report.
enum DocumentMemoryCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        var figures: [Measurement] = []
        for (title, count, portrait) in [("one portrait", 1, 2_000_000), ("64 licences", 64, 30_000)] {
            let document = try await BenchDocument(licences: count, portrait: portrait)
            let meeting = try await SharingSession(document, isSigned: false)
            let message = try await meeting.hold()
            let verifier = try document.verifier
            // A first run excludes one-time allocations.
            _ = try meeting.read(message, with: verifier)
            let samples = try (0..<max(1, min(bench.sampler.pairs, 5))).map { _ in
                try Allocations.peak {
                    // A copy of the message, as it arrives from a transport.
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
