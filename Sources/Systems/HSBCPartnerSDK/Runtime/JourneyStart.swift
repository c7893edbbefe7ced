internal import JourneyBase
internal import JourneyLanguage

/// One start of a journey: the host's inputs, and the state that the steps of the start share.
///
/// The steps are `prepare`, `resume`, `admit`, `execute` and `conclude`, in this order. Each takes the result of the step before
/// it. The first three throw a `StartFailure`, with which `conclude` ends the start.
struct JourneyStart: Sendable {
    /// The host's configuration; `PreparedStart.config` is the one in force.
    let config: HSBCInitConfig
    let host: JourneyHost
    let params: JourneyStartParams
    let loading: LoadingScreen?
    let events: EventBus
    let correlationID: String
    let telemetry: EngineTelemetry
    let attestations: AsyncMutex
    let returns: AuthorizationReturns
    /// The clock of remote configuration requests.
    let watchClock: any Clock<Duration>
    /// The clock that limits a host's creation of a web engine and its device's attestation.
    let webClock: any Clock<Duration>
}

/// An error that ends a start before its run begins.
struct StartFailure: Error {
    let error: any Error
    /// The run that was to be resumed. The outcome of this start must not deny a payment that it made. `nil` where there is none,
    /// or where the person may not learn of it.
    let suspendedRun: SuspendedRun?

    /// Runs `work`, and adds `suspendedRun` to its errors.
    static func carrying<Value>(
        _ suspendedRun: SuspendedRun?, _ work: () async throws -> Value
    ) async throws(StartFailure) -> Value {
        do { return try await work() } catch { throw StartFailure(error: error, suspendedRun: suspendedRun) }
    }
}
