public import Foundation
public import JourneyBase

/// A journey that has been verified and checked: types that cannot be wrong. Nothing after this sees the manifest's JSON.
public struct Journey: Sendable {
    public enum Version: String, Comparable, Sendable {
        case v11 = "1.1"
        case v12 = "1.2"
        public static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }
    }

    public let id: JourneyID
    public let version: Version
    /// SHA-256 of the RFC 8785 form of the manifest without its signature.
    public let manifestHash: [UInt8]
    /// Grows with each manifest of a journey; 1.2 only.
    public let sequence: Int64?
    public let notBefore: Date?
    public let notAfter: Date?
    public let issuer: String?
    public let origins: SourcePolicy
    /// Sent with each call; a binding's own headers win.
    public let headers: HTTPFields
    public let limits: JourneyLimits
    public let startStep: StepID
    public let steps: [StepID: Step]
    public internal(set) var security = SecurityRequirements()
    public internal(set) var resumePolicy: ResumePolicy?
    /// As the manifest lists them.
    public internal(set) var locales: [String] = []
    /// Headers whose text is known at the call, by name; manifest 1.2. They win over `headers`, a binding's own over them.
    public internal(set) var headerTemplates: [String: HeaderTemplate] = [:]
    /// What becomes of errors that no step handles; manifest 1.2.
    public internal(set) var errorPolicy = ErrorPolicy(rules: [])
}

/// What a manifest asks for beyond what always holds. Nothing here, set to false, skips a check.
public struct SecurityRequirements: Hashable, Sendable {
    /// Whether the host must have pins for the origins.
    public var pinning = false
    /// Whether the person has to sign in at the bank before the first step.
    public var signIn = false
    /// What has to be attested before the first step, by name: `device`, `session` (`docs/reference/manifest.md`).
    public var attestation: [String: Bool] = [:]
    /// Whether pages must complete the bridge's handshake; the bridge asks for it always.
    public var requiresHandshake = false

    public init() {}
}

/// When a run is saved, so that it can be resumed, and what of it.
public struct ResumePolicy: Hashable, Sendable {
    /// The events after which it is; `step_enter`, the host's own event, stands for each step that is entered.
    public let snapshotOn: [String]
    /// Outputs that are saved with it, by step: references that the bank made, never what a person typed. Manifest 1.2.
    public internal(set) var keep: [StepID: Set<String>] = [:]
    /// How long after it was saved a run can be resumed.
    public internal(set) var maxAge = ResumePolicy.standardAge

    static let everyStep = "step_enter"
    /// Holds where a manifest says nothing.
    public static let standardAge = Duration.seconds(86_400)
}

/// What bounds a run, where the manifest does not say otherwise (`limits`).
public struct JourneyLimits: Hashable, Sendable {
    /// Steps entered in one run.
    public var totalSteps = 200
    /// Times that one step is entered in one run.
    public var visitsPerStep = 20
    /// `emit`s that follow from one event.
    public var emitChain = 8
    /// From start to end.
    public var journeyTimeout: Duration?

    public init() {}
}
