import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyWeb
import Synchronization

/// From the start of a journey until its first page is there, against the same page loaded bare in the same engine. Both
/// make an engine of their own; only ours fetches, verifies and compiles before, and shakes hands with the page.
enum StartCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        await Workbench.allowPages()
        let options = try SandboxOptions.ephemeral()
        let sandbox = try await SandboxServer.start(options)
        let page = try unwrap(
            HTTPSURL(origin: sandbox.bank, path: "/pages/transfer/intro"), "The sandbox has no addresses.")
        let device = try BenchDevice(sandbox)
        defer { device.forget() }
        let leaf = try await CurlTransport(trust: device.trust).leafCertificate(of: page.origin)
        // One unheard pair, for caches and the engine's own start.
        let samples = try await Sampler.alternate(-1..<bench.sampler.pairs) { isFloor, _ in
            [isFloor ? try await bare(page, leaf: leaf) : try await started(on: device, token: sandbox.contextToken)]
        }[0]
        await sandbox.stop()
        return [
            Measurement(
                "start of a journey to its first page", floor: "the same page loaded bare in a new engine", samples,
                aim: .ratio(1.15))
        ]
    }

    /// Nanoseconds until the page is loaded in a new engine.
    private static func bare(_ page: HTTPSURL, leaf: [UInt8]) async throws -> Double {
        let clock = ContinuousClock()
        let begin = clock.now
        let engine = try await WebKitContainer.make(
            policy: SourcePolicy([page.origin]), leafCertificates: [page.origin.host: leaf])
        let loaded = FirstPageObserver(engine)
        let seen = Task { await loaded.wait() }
        await loaded.start { _, _ in }
        await loaded.load(page, number: 1)
        let end = await seen.value
        await engine.close()
        return (end - begin) / .nanoseconds(1)
    }

    /// Nanoseconds until the first page of a journey is loaded.
    private static func started(on device: BenchDevice, token: Secret) async throws -> Double {
        let shown = Mutex<FirstPageObserver?>(nil)
        let (arrivals, arrived) = AsyncStream.makeStream(of: FirstPageObserver.self)
        let host = device.host { policy, trust in
            let transport = CurlTransport(trust: trust)
            var leaves: [String: [UInt8]] = [:]
            for origin in policy.allowed { leaves[origin.host] = try await transport.leafCertificate(of: origin) }
            let arrival = FirstPageObserver(try await WebKitContainer.make(policy: policy, leafCertificates: leaves))
            shown.withLock { $0 = arrival }
            arrived.yield(arrival)
            return arrival
        }
        let clock = ContinuousClock()
        let begin = clock.now
        let run = Task {
            let result = await HSBCPartnerSdk.startJourney(
                from: host, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token))
            arrived.finish()
            return result
        }
        var end: ContinuousClock.Instant?
        for await arrival in arrivals {
            end = await arrival.wait()
            run.cancel()
        }
        _ = await run.value
        guard let end else { throw BenchError(what: "The journey showed no page.") }
        return (end - begin) / .nanoseconds(1)
    }
}

/// A container that notes when its first document and all that belongs to it are there.
private final class FirstPageObserver: WebContainer {
    private let engine: WebKitContainer
    private let moments: AsyncStream<ContinuousClock.Instant>
    private let say: AsyncStream<ContinuousClock.Instant>.Continuation

    init(_ engine: WebKitContainer) {
        self.engine = engine
        (moments, say) = AsyncStream.makeStream()
    }

    /// When it was loaded; now, when it never is.
    func wait() async -> ContinuousClock.Instant {
        for await moment in moments { return moment }
        return .now
    }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async {
        await engine.start { [say] event, load in
            if case .loaded = event { say.yield(.now) }
            if case .loadFailed = event { say.finish() }
            receive(event, load)
        }
    }

    func load(_ url: HTTPSURL, number: Int) async { await engine.load(url, number: number) }
    func close() async { await engine.close() }
}
