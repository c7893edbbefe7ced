internal import JourneyBase
internal import JourneyLanguage

/// One start of a journey: what the host asked for, and what the steps of the start share.
///
/// The steps are `prepare`, `resume`, `admit`, `execute` and `conclude`, in this order. Each takes what the step before it
/// gave. The first three throw a `StartFailure`, with which `conclude` ends the start.
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
    /// Paces the questions for remote configuration.
    let watchClock: any Clock<Duration>
    /// Bounds how long a host may take to make a web engine, or its device to attest it.
    let webClock: any Clock<Duration>
}

/// An error that ends a start before its run goes on.
struct StartFailure: Error {
    let error: any Error
    /// The run that was to be resumed and has not gone on: the outcome of this start must not deny a payment that it made.
    /// `nil` where there is none, or where the person may not hear of it.
    let left: SuspendedRun?

    /// Does `work`, and gives its errors `left`.
    static func carrying<Value>(
        _ left: SuspendedRun?, _ work: () async throws -> Value
    ) async throws(StartFailure) -> Value {
        do { return try await work() } catch { throw StartFailure(error: error, left: left) }
    }
}
