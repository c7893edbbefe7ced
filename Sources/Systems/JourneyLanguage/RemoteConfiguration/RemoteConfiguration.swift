public import Foundation
public import JourneyBase

/// What a bank says at run time about its journeys: which may run, on which versions of the SDK, with which feature
/// flags, and which keys its hosts show. `docs/reference/remote-configuration.md` has the document's members.
///
/// It is always of a signature that was checked (`verify`, `open`), or about to be signed (`sign`).
public struct RemoteConfiguration: Hashable, Sendable {
    /// What a rule says of journeys that must not run.
    public enum Stop: String, Hashable, Sendable {
        /// The bank does not offer the journey now.
        case stopped
        /// A later version of the SDK may run it.
        case updateRequired
    }

    /// Holds for one journey or for all, on a range of versions of the SDK.
    struct Rule: Hashable, Sendable {
        /// `nil` for every journey.
        var journey: JourneyID?
        /// The first version that it holds for.
        var from: DottedVersion?
        /// The first version that it holds for no more.
        var before: DottedVersion?
        var stop: Stop?
        var featureFlags: [String: Bool]
    }

    /// Of which environment: `sandbox` or `production`.
    public let environment: String
    /// Grows with each document; a lower one is a rollback.
    public let sequence: Int64
    public let notBefore: Date
    public let notAfter: Date
    /// How often a run asks again.
    public let refresh: Duration
    /// How long, after the last time that the bank's word was heard, a device may go on with what it has.
    public let grace: Duration
    let rules: [Rule]
    /// Pins that hold instead of those the app was shipped with, one for a host.
    public let pins: [PinUpdate]

    /// What holds for one journey.
    public struct Decision: Hashable, Sendable {
        /// Why it must not run; `nil` when it may. `JOURNEY_DISABLED` or `SDK_UPDATE_REQUIRED`.
        public let refusal: JourneyError?
        /// These count instead of the host's of the same names.
        public let featureFlags: [String: Bool]
    }

    /// What holds for `journey` on version `sdk` of the SDK. All rules that fit count: one that stops is enough, and of
    /// two flags of one name the later holds.
    public func decision(for journey: JourneyID, sdk: String) -> Decision {
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
                JourneyError(.journeyDisabled, "The bank has switched the journey \(journey) off.", recovery: .restart)
            case .updateRequired:
                JourneyError(.sdkUpdateRequired, "The bank asks for a newer version than \(sdk) for \(journey).")
            case nil: nil
            }
        return Decision(refusal: refusal, featureFlags: flags)
    }
}

extension RemoteConfiguration.Rule {
    /// A version that cannot be read is covered by every range: a stop must not be escaped by an odd name.
    func covers(_ journey: JourneyID, _ version: DottedVersion?) -> Bool {
        guard self.journey == nil || self.journey == journey else { return false }
        guard let version else { return true }
        return from.map { $0 <= version } ?? true && before.map { version < $0 } ?? true
    }
}
