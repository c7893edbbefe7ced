package import Foundation
package import JourneyBase

/// A journey that has been verified and checked: types that cannot be wrong. Nothing after this sees the manifest's JSON.
public struct Journey: Sendable {
    public enum Version: String, Comparable, Sendable {
        case v11 = "1.1"
        case v12 = "1.2"
        public static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }
    }

    package let id: JourneyID
    let version: Version
    /// SHA-256 of the RFC 8785 form of the manifest without its signature.
    package let manifestHash: [UInt8]
    /// Grows with each manifest of a journey; 1.2 only.
    package let sequence: Int64?
    let notBefore: Date?
    package let notAfter: Date?
    let issuer: String?
    package let origins: SourcePolicy
    /// Sent with each call; a binding's own headers win.
    package let headers: HTTPFields
    let limits: JourneyLimits
    package let startStep: StepID
    package let steps: [StepID: Step]
    package internal(set) var security = SecurityRequirements()
    package internal(set) var resumePolicy: ResumePolicy?
    /// As the manifest lists them.
    package internal(set) var locales: [String] = []
    /// Headers whose text is known at the call, by name; manifest 1.2. They win over `headers`, a binding's own over them.
    package internal(set) var headerTemplates: [String: HeaderTemplate] = [:]
    /// What becomes of errors that no step handles; manifest 1.2.
    package internal(set) var errorPolicy = ErrorPolicy(rules: [])
}

/// What a manifest asks for beyond what always holds. Nothing here, set to false, skips a check.
package struct SecurityRequirements: Hashable, Sendable {
    /// Whether the host must have pins for the origins.
    package var pinning = false
    /// Whether the person has to sign in at the bank before the first step.
    package var signIn = false
    /// What has to be attested before the first step, by name: `device`, `session` (`docs/manifest.md`).
    package var attestation: [String: Bool] = [:]
    /// Whether pages must complete the bridge's handshake; the bridge asks for it always.
    package var requiresHandshake = false

    package init() {}
}

/// When a run is saved, so that it can be resumed, and what of it.
package struct ResumePolicy: Hashable, Sendable {
    /// The events after which it is; `step_enter`, the host's own event, stands for each step that is entered.
    let snapshotOn: [String]
    /// Outputs that are saved with it, by step: references that the bank made, never what a person typed. Manifest 1.2.
    package internal(set) var keep: [StepID: Set<String>] = [:]
    /// How long after it was saved a run can be resumed.
    package internal(set) var maxAge = ResumePolicy.standardAge

    static let everyStep = "step_enter"
    /// Holds where a manifest says nothing.
    package static let standardAge = Duration.seconds(86_400)
}

/// What bounds a run, where the manifest does not say otherwise (`limits`).
package struct JourneyLimits: Hashable, Sendable {
    /// Steps entered in one run.
    var totalSteps = 200
    /// Times that one step is entered in one run.
    var visitsPerStep = 20
    /// `emit`s that follow from one event.
    var emitChain = 8
    /// From start to end.
    var journeyTimeout: Duration?

    init() {}
}
