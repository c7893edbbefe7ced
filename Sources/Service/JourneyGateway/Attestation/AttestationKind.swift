/// The attestor of an instance's key. Every answer about an instance includes it.
enum AttestationKind: String, Sendable, CaseIterable {
    /// No attestor.
    case none
    /// The app itself, with a key of its own. A substitute for development that proves nothing about the device.
    case development
    /// Apple, for an app built for development.
    case appAttestDevelopment = "app-attest-development"
    /// Apple, for a distributed app.
    case appAttest = "app-attest"
}
