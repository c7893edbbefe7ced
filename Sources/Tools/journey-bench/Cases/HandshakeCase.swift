import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer
import JourneyWeb

/// Measures the cost of the handshake: from presenting a page until its channel is open. The floor is the same page in an engine
/// that does not answer the hello, until it is loaded. Each side keeps its own engine.
enum HandshakeCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        await Workbench.allowPages()
        let server = try await bench.serve(MeasurementPages())
        let page = try bench.url(server, "/")
        let policy = SourcePolicy([page.origin])
        let leaves = [page.origin.host: bench.identity.certificateDER]
        guard let journey = JourneyID("measurement"), let name = StepID("handshake") else {
            throw BenchError(what: "The journey or step name is invalid.")
        }
        let step = BridgeStep(
            journey: journey, step: name, manifestHash: [], methods: ["echo"], context: [:], visit: 1)
        let bare = try await WebKitContainer.make(policy: policy, leafCertificates: leaves)
        let (loads, loaded) = AsyncStream.makeStream(of: Bool.self)
        await bare.start { event, _ in
            switch event {
            case .message(let message): message.reply("")
            case .loaded: loaded.yield(true)
            case .loadFailed: loaded.yield(false)
            default: break
            }
        }
        let channel = BridgeChannel(
            container: try await WebKitContainer.make(policy: policy, leafCertificates: leaves), policy: policy,
            instanceKey: try P256PrivateKey.generate(), dependencies: .system, sdkVersion: JourneyKitVersion.current)
        var seen = loads.makeAsyncIterator()
        var heard = channel.inbound.makeAsyncIterator()
        let clock = ContinuousClock()
        // One warm-up pair, for the engines' own start.
        let samples = try await Sampler.alternate(-1..<bench.sampler.pairs) { isFloor, turn in
            let begin = clock.now
            if isFloor {
                await bare.load(page, number: turn + 2)
                try await expect(seen.next() == true, "The page could not be loaded.")
            } else {
                await channel.present(page, step: step)
                try await opened(&heard)
            }
            return [(clock.now - begin) / .nanoseconds(1)]
        }[0]
        await bare.close()
        await channel.close()
        await server.stop()
        return [
            Measurement("a page's load with its handshake", floor: "the same page loaded, without an answer", samples)
        ]
    }

    private static func opened(_ heard: inout AsyncStream<BridgeReport>.Iterator) async throws {
        while let report = await heard.next() {
            if case .opened = report.event { return }
            if case .lost(let error) = report.event { throw BenchError(what: "The page was lost: \(error.code)") }
        }
        throw BenchError(what: "The channel ended.")
    }
}
