/// A delegate that receives the result of provisioning: one of the three calls, once, on the main actor.
@MainActor public protocol ProvisioningDelegate: AnyObject {
    func provisioningDidComplete()
    func provisioning(didFailWith error: ProvisioningError)
    func provisioningDidCancel()
}

/// The outcome of provisioning without a failure.
public enum ProvisioningOutcome: String, Sendable, Hashable {
    /// The device has bound the account and received its pass.
    case completed
    /// The person closed the sheet first.
    case cancelled
}
