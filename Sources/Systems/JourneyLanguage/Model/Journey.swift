package import Foundation
package import JourneyBase

/// A verified and validated journey. Code that uses it never sees the manifest's JSON.
public struct Journey: Sendable {
    public enum Version: String, Comparable, Sendable {
        case v11 = "1.1"
        case v12 = "1.2"
        case v13 = "1.3"
        public static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }
    }

    package let id: JourneyID
    let version: Version
    /// The SHA-256 hash of the RFC 8785 form of the manifest without its signature.
    package let manifestHash: [UInt8]
    /// Increases with each manifest of a journey; 1.2 only.
    package let sequence: Int64?
    let notBefore: Date?
    package let notAfter: Date?
    let issuer: String?
    package let origins: SourcePolicy
    /// Headers of each call; a binding's own headers take precedence.
    package let headers: HTTPFields
    let limits: JourneyLimits
    package let startStep: StepID
    package internal(set) var steps: [StepID: Step]
    package internal(set) var security = SecurityRequirements()
    package internal(set) var resumePolicy: ResumePolicy?
    /// The locales in the manifest's order.
    package internal(set) var locales: [String] = []
    /// Header templates by header name, filled in at each call; manifest 1.2. They take precedence over `headers`, and a
    /// binding's own templates over them.
    package internal(set) var headerTemplates: [String: HeaderTemplate] = [:]
    /// The headers of each call that are expressions, by name; manifest 1.3.
    package internal(set) var headerValues: [String: Expression] = [:]
    /// The values that approvals show, by the places of the calls that need an approval; manifest 1.3.
    var approvals: [String: ApprovedValues] = [:]
    /// The handling of errors that no step handles; manifest 1.2.
    package internal(set) var errorPolicy = ErrorPolicy(rules: [])
    /// The brand of the native screens, applied to the host's theme; manifest 1.3.
    package internal(set) var brand: Theme.Brand?
}

/// The manifest's additional security requirements. No value here, set to false, skips a check.
package struct SecurityRequirements: Hashable, Sendable {
    /// `true` if the host must have pins for the origins.
    package var pinning = false
    /// `true` if the user must sign in at the bank before the first step.
    package var signIn = false
    /// The attestations required before the first step, by name: `device`, `session` (`docs/reference/manifest.md`).
    package var attestation: [String: Bool] = [:]
    /// `true` if pages must complete the bridge's handshake; the bridge always requires it.
    package var requiresHandshake = false

    package init() {}
}

/// The rules for saving a run so that it can be resumed.
package struct ResumePolicy: Hashable, Sendable {
    /// The events after which the run is saved; `step_enter`, the host's own event, stands for each entered step.
    let snapshotOn: [String]
    /// Outputs that are saved with the run, by step: references that the bank issued, never text that the user typed. Manifest
    /// 1.2.
    package internal(set) var keep: [StepID: Set<String>] = [:]
    /// The time after saving during which a run can be resumed.
    package internal(set) var maxAge = ResumePolicy.standardAge

    static let everyStep = "step_enter"
    /// The age that applies if a manifest sets none.
    package static let standardAge = Duration.seconds(86_400)
}

/// The limits of a run, with their defaults (`limits`).
package struct JourneyLimits: Hashable, Sendable {
    /// The maximum number of steps entered in one run.
    var totalSteps = 200
    /// The maximum number of visits of one step in one run.
    var visitsPerStep = 20
    /// The maximum number of `emit`s that follow from one event.
    var emitChain = 8
    /// The maximum duration of a run.
    var journeyTimeout: Duration?

    init() {}
}
