import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer
import JourneyWeb

/// A round trip over the bridge, with and without its seals, against a bare script message with a reply in the same page.
enum BridgeCase {
    static func figures(_ bench: Workbench) async throws -> [Figure] {
        if await !WebSandboxProbe.isAllowed() { setenv(WebSandboxProbe.switchOff, "1", 1) }
        let server = try await bench.serve(BenchPage(pairs: bench.sampler.pairs))
        let url = try bench.url(server, "/page")
        let policy = SourcePolicy([url.origin])
        let engine = try await WebKitContainer.make(
            policy: policy, leafCertificates: [Workbench.host: bench.identity.certificateDER], title: "Bench")
        await engine.installBareEcho()
        var limits = BridgeLimits()
        limits.postsPerSecond = 1_000_000
        limits.burst = 1_000_000
        let channel = BridgeChannel(
            container: EchoContainer(engine), policy: policy, instanceKey: try P256PrivateKey.generate(),
            surroundings: .system, sdkVersion: "1.0.0", limits: limits)
        guard let journey = JourneyID("bench"), let step = StepID("page") else {
            throw BenchFailure(what: "The page has no name.")
        }
        await channel.present(
            url,
            step: BridgeStep(
                journey: journey, step: step, manifestHash: SHA256.hash([]), methods: ["echo"], context: [:]))
        let samples = try await measured(channel)
        await channel.close()
        await server.stop()
        let floor = "a bare script message with a reply"
        return [
            Figure("bridge, unsigned round trip", floor: floor, try pairs(samples, "unsigned"), aim: .ratio(1.3)),
            Figure("bridge, signed round trip", floor: floor, try pairs(samples, "signed"), aim: .ratio(2.0)),
        ]
    }

    /// Answers the page's requests until it has measured.
    private static func measured(_ channel: BridgeChannel) async throws -> JSONValue {
        for await event in channel.inbound {
            switch event {
            case .request(let request): request.respond(.success([:]))
            case .event("measured", let payload): return payload
            case .refused(let error), .lost(let error): throw error
            case .opened, .event, .closedByPerson: break
            }
        }
        throw BenchFailure(what: "The page went away.")
    }

    private static func pairs(_ samples: JSONValue, _ name: String) throws -> Sampler.Samples {
        func nanoseconds(_ name: String) -> [Double] {
            let list: [JSONValue] = samples[name]?.array ?? []
            // From microseconds of a whole sample.
            return list.compactMap { $0.number?.int64 }.map { time in Double(time) * 1_000 / Double(BenchPage.rounds) }
        }
        let pairs = Sampler.Samples(floor: nanoseconds("bare"), ours: nanoseconds(name))
        guard !pairs.floor.isEmpty, pairs.floor.count == pairs.ours.count else {
            throw BenchFailure(what: "The page measured nothing.")
        }
        return pairs
    }
}
