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
    package let security: SecurityRequirements
    package let resumePolicy: ResumePolicy?
    /// As the manifest lists them.
    let locales: [String]
    /// Sent with each call; a binding's own headers win.
    package let headers: HTTPFields
    /// Headers whose text is known at the call, by name; manifest 1.2. They win over `headers`, a binding's own over them.
    let headerTemplates: [String: HeaderTemplate]
    /// What becomes of errors that no step handles; manifest 1.2.
    let errorPolicy: ErrorPolicy
    let limits: JourneyLimits
    package let startStep: StepID
    package let steps: [StepID: Step]

    package init(
        id: JourneyID, version: Version, manifestHash: [UInt8], sequence: Int64?, notBefore: Date?, notAfter: Date?,
        issuer: String?, origins: SourcePolicy, headers: HTTPFields, limits: JourneyLimits, startStep: StepID,
        steps: [StepID: Step], security: SecurityRequirements = SecurityRequirements(),
        resumePolicy: ResumePolicy? = nil, locales: [String] = [], headerTemplates: [String: HeaderTemplate] = [:],
        errorPolicy: ErrorPolicy = ErrorPolicy(rules: [])
    ) {
        self.id = id
        self.version = version
        self.manifestHash = manifestHash
        self.sequence = sequence
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.issuer = issuer
        self.origins = origins
        self.security = security
        self.resumePolicy = resumePolicy
        self.locales = locales
        self.headers = headers
        self.headerTemplates = headerTemplates
        self.errorPolicy = errorPolicy
        self.limits = limits
        self.startStep = startStep
        self.steps = steps
    }
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
    let keep: [StepID: Set<String>]
    /// How long after it was saved a run can be resumed.
    package let maxAge: Duration

    static let everyStep = "step_enter"
    /// Holds where a manifest says nothing.
    package static let standardAge = Duration.seconds(86_400)

    package init(
        snapshotOn: [String], keep: [StepID: Set<String>] = [:], maxAge: Duration = ResumePolicy.standardAge
    ) {
        self.snapshotOn = snapshotOn
        self.keep = keep
        self.maxAge = maxAge
    }
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
