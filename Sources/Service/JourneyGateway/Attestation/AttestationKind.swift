/// Who vouches for an instance's key. Every answer that speaks of an instance says it.
enum AttestationKind: String, Sendable, CaseIterable {
    /// Nobody.
    case none
    /// The app itself, by a key of its own: a stand-in for development, which proves nothing of a device.
    case development
    /// Apple, for an app that was built for development.
    case appAttestDevelopment = "app-attest-development"
    /// Apple, for an app as it is distributed.
    case appAttest = "app-attest"
}
