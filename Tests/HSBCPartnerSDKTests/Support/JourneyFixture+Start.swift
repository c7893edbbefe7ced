import JourneyBase
import JourneyTesting

@testable import HSBCPartnerSDK

extension JourneyFixture {
    /// One start of the journey, to be taken through its steps one by one.
    func start(
        over transport: (any HTTPTransport)? = nil, changing change: (inout JourneyHost) -> Void = { _ in }
    ) async throws -> JourneyStart {
        let network: any HTTPTransport
        if let transport { network = transport } else { network = try await self.transport() }
        var host = host(network)
        change(&host)
        let (correlationID, events) = (dependencies.uuid(), events)
        return JourneyStart(
            config: config, host: host, params: params, loading: nil,
            events: EventBus(correlationID: correlationID, log: dependencies.log) { events.record($0, $1) },
            correlationID: correlationID, telemetry: EngineTelemetry(isAgreed: config.telemetryOptIn),
            attestations: AsyncMutex(), returns: AuthorizationReturns(), watchClock: watchClock, webClock: webClock)
    }

    /// A world whose last run has left a payment in doubt: each answer was lost, and with `isPaid` the payment was made.
    static func leavingPayment(
        isPaid: Bool = true, _ change: (inout JourneyFixture) throws -> Void = { _ in }
    ) async throws -> JourneyFixture {
        var world = try JourneyFixture(hurried: true)
        world.manifest = world.manifest.with(
            "resumePolicy", ["snapshotOn": ["quoted"], "keep": ["steps.form.quoteId"]])
        try change(&world)
        let network = try await world.transport()
        let lost: any HTTPTransport =
            isPaid
            ? LostAnswers(network, path: "/api/transfers") : UndeliveringTransport(network, path: "/api/transfers")
        guard case .pending(let payload) = try await world.run(lost), payload["operations"] == ["createTransfer"],
            world.bank.total == (isPaid ? 1 : 0)
        else { throw UnexpectedResult() }
        return world
    }

    struct UnexpectedResult: Error {}

    /// The same world before the next start, which resumes the suspended run.
    func resuming() async throws -> JourneyFixture {
        guard let offer = try await offers().first else { throw UnexpectedResult() }
        var world = self
        world.restart(resuming: offer.resumeToken)
        return world
    }
}

extension StartFailure {
    /// The error's code; `nil` where it has none.
    var code: ErrorCode? { (error as? JourneyError)?.code }
    /// The operations that the suspended run has executed or may have.
    var operations: [String]? { suspendedRun?.snapshot.operations }
}
