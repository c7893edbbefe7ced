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

/// Measures the start of a journey until its first page is loaded. The floor is the same page loaded alone in a new engine. Only
/// the journey also fetches, verifies and compiles, and performs the bridge handshake.
enum StartCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        await Workbench.allowPages()
        let options = try SandboxOptions.ephemeral()
        let sandbox = try await SandboxServer.start(options)
        let page = try unwrap(
            HTTPSURL(origin: sandbox.bank, path: "/pages/transfer/intro"), "The URL of the sandbox's page is invalid.")
        let device = try BenchDevice(sandbox)
        defer { device.forget() }
        let leaf = try await CurlTransport(trust: device.trust).leafCertificate(of: page.origin)
        // One warm-up pair, for caches and the engine's own start.
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

    /// Returns the nanoseconds until the page is loaded in a new engine.
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

    /// Returns the nanoseconds until the first page of a journey is loaded.
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
        guard let end else { throw BenchError(what: "The journey did not show its first page.") }
        return (end - begin) / .nanoseconds(1)
    }
}

/// A container that reports when its first document is loaded completely.
private final class FirstPageObserver: WebContainer {
    private let engine: WebKitContainer
    private let moments: AsyncStream<ContinuousClock.Instant>
    private let continuation: AsyncStream<ContinuousClock.Instant>.Continuation

    init(_ engine: WebKitContainer) {
        self.engine = engine
        (moments, continuation) = AsyncStream.makeStream()
    }

    /// Returns the time of loading, or the current time if loading failed.
    func wait() async -> ContinuousClock.Instant {
        for await moment in moments { return moment }
        return .now
    }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async {
        await engine.start { [continuation] event, load in
            if case .loaded = event { continuation.yield(.now) }
            if case .loadFailed = event { continuation.finish() }
            receive(event, load)
        }
    }

    func load(_ url: HTTPSURL, number: Int) async { await engine.load(url, number: number) }
    func close() async { await engine.close() }
}
