internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// Asks for the remote configuration when a journey starts, and again and again while it runs.
struct RemoteConfigurationMonitor: Sendable {
    let source: RemoteSource
    let journey: JourneyID
    let clock: any Clock<Duration>
    let events: EventBus

    /// What holds now. Throws what keeps the journey from running.
    func admission() async throws -> RemoteSource.RemoteState { try await admission(after: nil) }

    private func admission(after earlier: RemoteSource.RemoteState?) async throws -> RemoteSource.RemoteState {
        let word = try await source.word()
        // Silence is told once, not with each try.
        if let silence = word.silence, silence != earlier?.silence { events.send(silence) }
        let decision = word.configuration.decision(for: journey, sdk: JourneyKitVersion.current)
        if let refusal = decision.refusal { throw refusal }
        return word
    }

    /// Watches until the task is cancelled, or until the journey may not go on: then `stop` is told why, once.
    func watch(from first: RemoteSource.RemoteState, stop: @Sendable (JourneyError) -> Void) async {
        var word = first
        while (try? await clock.sleep(for: wait(after: word))) != nil {
            do { word = try await admission(after: word) } catch let error as JourneyError {
                return stop(error)
            } catch {
                // Whatever else fails is no word of the bank's; only the run's own end ends the watch in silence.
                guard !Task.isCancelled else { return }
                return stop(RemoteSource.unavailable("cannot be asked for"))
            }
        }
    }

    /// The document's own rhythm; sooner where what is known ends sooner.
    private func wait(after word: RemoteSource.RemoteState) -> Duration {
        let left = Duration.seconds(word.end.timeIntervalSince(source.dependencies.now()))
        // While the bank is heard, it is not asked more often than a document may ask for.
        return min(word.configuration.refresh, max(left, .seconds(word.silence == nil ? 10 : 1)))
    }
}

extension HSBCInitConfig {
    /// The same, with the bank's feature flags for `journey` and its pins in place of the host's of the same names.
    func with(_ word: RemoteSource.RemoteState, for journey: JourneyID) -> HSBCInitConfig {
        var config = with(word.pins)
        let decision = word.configuration.decision(for: journey, sdk: JourneyKitVersion.current)
        config.featureFlags.merge(decision.featureFlags) { $1 }
        return config
    }

    /// The same, with `pins` in place of the host's for the same hosts.
    func with(_ pins: PinPolicy) -> HSBCInitConfig {
        var config = self
        config.endpoints.trust.pins = endpoints.trust.pins.updated(by: pins)
        return config
    }
}
