internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// Requests the remote configuration when a journey starts, and periodically while it runs.
struct RemoteConfigurationMonitor: Sendable {
    let source: RemoteSource
    let journey: JourneyID
    let clock: any Clock<Duration>
    let events: EventBus

    /// Returns the configuration in force. Throws the error that keeps the journey from running.
    func admission() async throws -> RemoteSource.RemoteState { try await admission(after: nil) }

    private func admission(after earlier: RemoteSource.RemoteState?) async throws -> RemoteSource.RemoteState {
        let state = try await source.remoteState()
        // An outage is reported once, not with each attempt.
        if let outage = state.outage, outage != earlier?.outage { events.send(outage) }
        let decision = state.configuration.decision(for: journey, sdk: JourneyKitVersion.current)
        if let refusal = decision.refusal { throw refusal }
        return state
    }

    /// Watches until the task is cancelled or the journey must stop; then calls `stop` once with the reason.
    func watch(from first: RemoteSource.RemoteState, stop: @Sendable (JourneyError) -> Void) async {
        var state = first
        while (try? await clock.sleep(for: wait(after: state))) != nil {
            do { state = try await admission(after: state) } catch let error as JourneyError {
                return stop(error)
            } catch {
                // Any other error is not a decision of the bank. Only the end of the run ends the watch silently.
                guard !Task.isCancelled else { return }
                return stop(RemoteSource.unavailable("could not be requested"))
            }
        }
    }

    /// Returns the document's refresh interval; less where the stored configuration ends sooner.
    private func wait(after state: RemoteSource.RemoteState) -> Duration {
        let left = Duration.seconds(state.end.timeIntervalSince(source.dependencies.now()))
        // While the bank is reachable, it is not asked more often than a document may require.
        return min(state.configuration.refresh, max(left, .seconds(state.outage == nil ? 10 : 1)))
    }
}

extension HSBCInitConfig {
    /// Returns this configuration with the bank's feature flags for `journey` and its pins, which replace the host's of the same
    /// names.
    func with(_ state: RemoteSource.RemoteState, for journey: JourneyID) -> HSBCInitConfig {
        var config = with(state.pins)
        let decision = state.configuration.decision(for: journey, sdk: JourneyKitVersion.current)
        config.featureFlags.merge(decision.featureFlags) { $1 }
        return config
    }

    /// Returns this configuration with `pins` in place of the host's for the same hosts.
    func with(_ pins: PinPolicy) -> HSBCInitConfig {
        var config = self
        config.endpoints.trust.pins = endpoints.trust.pins.updated(by: pins)
        return config
    }
}
