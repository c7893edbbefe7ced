import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyWeb

/// Measures the memory of a journey on its first page, without a web engine. The sandbox's responses are included, so the result
/// is an upper bound.
enum MemoryCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let sandbox = try await SandboxServer.start(.ephemeral())
        let device = try BenchDevice(sandbox)
        defer { device.forget() }
        var samples: [Double] = []
        // Warm-up runs exclude one-time allocations.
        for index in -5..<bench.sampler.pairs {
            let bytes = try await standing(on: device, token: sandbox.contextToken)
            if index >= 0 { samples.append(bytes) }
        }
        await sandbox.stop()
        return [Measurement("memory of a running journey, without a web engine", bytes: samples, atMost: 2_000_000)]
    }

    /// Returns the additional memory in use while a journey is on its first page, in bytes.
    private static func standing(on device: BenchDevice, token: Secret) async throws -> Double {
        let (pages, shown) = AsyncStream<Void>.makeStream()
        let host = device.host { _, _ in StillPage(shown) }
        let before = Allocations.bytesInUse
        let run = Task {
            let result = await HSBCPartnerSdk.startJourney(
                from: host, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token))
            shown.finish()
            return result
        }
        var bytes: Double?
        for await _ in pages where bytes == nil {
            bytes = Double(Allocations.bytesInUse) - Double(before)
            run.cancel()
        }
        _ = await run.value
        guard let bytes else { throw BenchError(what: "The journey did not show its first page.") }
        return bytes
    }
}

/// A page without events.
private final class StillPage: WebContainer {
    private let shown: AsyncStream<Void>.Continuation

    init(_ shown: AsyncStream<Void>.Continuation) { self.shown = shown }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async {}
    func load(_ url: HTTPSURL, number: Int) async { shown.yield() }
    func close() async {}
}
