package import JourneyBase
internal import JourneyCrypto

/// The round-trip time between a page and this process, for each path in the same engine, page and run.
///
/// Serve `MeasurementPages` on an origin, then call `run`. The paths alternate in each round, so that machine load affects all of
/// them. Each list has microseconds for one round trip, one entry a round.
package struct BridgeMeasurement: Sendable {
    /// A plain script message with a reply, in the page's own world: the baseline.
    package let echo: [Double]
    /// Through the relay, answered unchanged and without seal: target 1.3 times the baseline.
    package let relay: [Double]
    /// A sealed event through every check of the bridge, with its sealed answer: target 2.0 times the baseline.
    package let event: [Double]
    /// A sealed request that the consumer of `inbound` answers on another thread.
    package let request: [Double]
    /// A sealed request with payload and result as JWEs, by `dir`: target 3.0 times the baseline.
    package let direct: [Double]
    /// A sealed request with payload and result as JWEs, by ECDH-ES+A256KW.
    package let agreed: [Double]

    /// Measures at `page`, which `MeasurementPages` serves, with the certificate `leaf` (DER).
    ///
    /// - Throws: `DISPLAY_UNAVAILABLE`, or `PAGE_LOAD_FAILED` when the page can't be loaded.
    package static func run(
        page: HTTPSURL, leaf: [UInt8], rounds: Int = 30, trips: Int = 50
    ) async throws -> BridgeMeasurement {
        let policy = SourcePolicy([page.origin])
        let engine = try await WebKitContainer.make(
            policy: policy, leafCertificates: [page.origin.host: leaf])
        await engine.installBareEcho()
        var limits = BridgeLimits()
        limits.postsPerSecond = .max / 2
        limits.burst = .max / 2
        let channel = BridgeChannel(
            container: EchoingContainer(engine), policy: policy, instanceKey: try P256PrivateKey.generate(),
            dependencies: .system, sdkVersion: JourneyKitVersion.current, limits: limits)
        guard let journey = JourneyID("measurement"), let step = StepID("measure") else {
            throw JourneyError(.configurationInvalid, "The measurement's journey or step id is invalid.")
        }
        await channel.present(
            page,
            step: BridgeStep(
                journey: journey, step: step, manifestHash: [], methods: ["echo", "direct", "agreed"], context: [:],
                visit: 1, encrypted: ["direct": .direct, "agreed": .agreement]))
        let answers = Task {
            for await report in channel.inbound {
                if case .request(let request) = report.event { request.answer(.success(request.payload)) }
            }
        }
        let script = "return await measure(rounds, trips);"
        func measure(_ rounds: Int) async -> String? {
            await engine.evaluate(
                script, arguments: ["rounds": .number(JSONNumber(rounds)), "trips": .number(JSONNumber(trips))])
        }
        var text: String?
        if (try? await engine.wait(for: "#ready")) != nil {
            // A warm-up round for the compilers of both languages.
            _ = await measure(3)
            text = await measure(rounds)
        }
        await channel.close()
        await answers.value
        guard let text, let times = try? JSONReader.read(Array(text.utf8)) else {
            throw JourneyError(.pageLoadFailed, "The measuring page did not return its times.")
        }
        func list(_ name: String) -> [Double] { times[name]?.array?.compactMap(\.number?.double) ?? [] }
        return BridgeMeasurement(list)
    }

    private init(_ list: (String) -> [Double]) {
        echo = list("echo")
        relay = list("relay")
        event = list("event")
        request = list("request")
        direct = list("direct")
        agreed = list("agreed")
    }
}

/// Echoes unsealed messages of the measuring page and passes the rest to the bridge.
private final class EchoingContainer: WebContainer {
    private let engine: WebKitContainer

    init(_ engine: WebKitContainer) { self.engine = engine }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async {
        await engine.start { event, load in
            if case .message(let message) = event, let text = message.text,
                text.hasPrefix(#"{"kind":"request","name":"echo","payload"#), text.hasSuffix("}}")
            {
                message.reply(text)
            } else {
                receive(event, load)
            }
        }
    }

    func load(_ url: HTTPSURL, number: Int) async { await engine.load(url, number: number) }
    func close() async { await engine.close() }
}
