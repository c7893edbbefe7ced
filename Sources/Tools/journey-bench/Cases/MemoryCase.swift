import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyWeb

/// What a journey that stands on its first page has taken from the allocator: ours alone, with a page that is no web engine.
/// The sandbox's answers to it are counted too, so the figure errs on the high side.
enum MemoryCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let sandbox = try await SandboxServer.start(.ephemeral())
        let device = try BenchDevice(sandbox)
        defer { device.forget() }
        var samples: [Double] = []
        // Unheard runs first: what is made once is there before anything is counted.
        for index in -5..<bench.sampler.pairs {
            let bytes = try await standing(on: device, token: sandbox.contextToken)
            if index >= 0 { samples.append(bytes) }
        }
        await sandbox.stop()
        return [Measurement("memory of a running journey, without a web engine", bytes: samples, atMost: 2_000_000)]
    }

    /// How much more is in use while a journey stands on its first page than before it started, in bytes.
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
        guard let bytes else { throw BenchError(what: "The journey showed no page.") }
        return bytes
    }
}

/// A page on which nothing ever happens.
private final class StillPage: WebContainer {
    private let shown: AsyncStream<Void>.Continuation

    init(_ shown: AsyncStream<Void>.Continuation) { self.shown = shown }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async {}
    func load(_ url: HTTPSURL, number: Int) async { shown.yield() }
    func close() async {}
}
