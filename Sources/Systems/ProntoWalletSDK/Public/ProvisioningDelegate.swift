/// Is told how provisioning ended: one of the three, once, on the main actor.
@MainActor public protocol ProvisioningDelegate: AnyObject {
    func provisioningDidComplete()
    func provisioning(didFailWith error: ProvisioningError)
    func provisioningDidCancel()
}

/// How provisioning ended without a failure.
public enum ProvisioningOutcome: String, Sendable, Hashable {
    /// The device has bound the account and got its pass.
    case completed
    /// The person closed the sheet before.
    case cancelled
}
