package import Foundation
package import JourneyBase

/// A bank's remote configuration: the journeys that may run, by SDK version, their feature flags, and the pins of the bank's
/// hosts. `docs/reference/remote-configuration.md` describes the document.
///
/// An instance comes from a document with a verified signature (`verify`, `open`), or is about to be signed (`sign`).
package struct RemoteConfiguration: Hashable, Sendable {
    /// The reasons for stopping a journey.
    enum Stop: String, Hashable, Sendable {
        /// The bank does not offer the journey at present.
        case stopped
        /// A later version of the SDK may run the journey.
        case updateRequired
    }

    /// A rule for one journey or for all, on a range of SDK versions.
    struct Rule: Hashable, Sendable {
        /// The journey, or `nil` for every journey.
        var journey: JourneyID?
        /// The first SDK version that the rule applies to.
        var from: DottedVersion?
        /// The first SDK version that the rule no longer applies to.
        var before: DottedVersion?
        var stop: Stop?
        var featureFlags: [String: Bool]
    }

    /// The environment: `sandbox` or `production`.
    package let environment: String
    /// Increases with each document; a lower one is a rollback.
    package let sequence: Int64
    package let notBefore: Date
    package let notAfter: Date
    /// The interval at which a run fetches the document again.
    package let refresh: Duration
    /// The time after the last successful fetch for which a device may use the stored document.
    package let grace: Duration
    let rules: [Rule]
    /// Pins that replace the app's built-in pins, one entry per host.
    package let pins: [PinUpdate]

    /// The effect of a configuration on one journey.
    package struct Decision: Hashable, Sendable {
        /// The reason why the journey must not run, with `JOURNEY_DISABLED` or `SDK_UPDATE_REQUIRED`; `nil` if it may run.
        package let refusal: JourneyError?
        /// Feature flags that override the host's flags of the same names.
        package let featureFlags: [String: Bool]
    }

    /// Returns the decision for `journey` on version `sdk` of the SDK. All matching rules apply: one stop is enough, and for
    /// feature flags of one name the last rule takes precedence.
    package func decision(for journey: JourneyID, sdk: String) -> Decision {
        let version = DottedVersion(sdk)
        var stop: Stop?
        var flags: [String: Bool] = [:]
        for rule in rules where rule.covers(journey, version) {
            if stop != .stopped { stop = rule.stop ?? stop }
            flags.merge(rule.featureFlags) { $1 }
        }
        let refusal: JourneyError? =
            switch stop {
            case .stopped:
                JourneyError(.journeyDisabled, "The bank has disabled the journey \(journey).", recovery: .restart)
            case .updateRequired:
                JourneyError(
                    .sdkUpdateRequired, "The journey \(journey) requires an SDK later than \(sdk); update the app.")
            case nil: nil
            }
        return Decision(refusal: refusal, featureFlags: flags)
    }
}

extension RemoteConfiguration.Rule {
    /// Returns `true` if the rule applies. A version that cannot be parsed matches every range, so that an odd version cannot
    /// evade a stop.
    func covers(_ journey: JourneyID, _ version: DottedVersion?) -> Bool {
        guard self.journey == nil || self.journey == journey else { return false }
        guard let version else { return true }
        return from.map { $0 <= version } ?? true && before.map { version < $0 } ?? true
    }
}
