/// Shows the person a pass that may be bound to their account, and lets them add it or not.
///
/// Conformers: Apple's own sheet (PassKit), wallets to try a service and a host with, a script in tests.
public protocol WalletPresenter: Sendable {
    /// Whether there is a wallet that takes passes.
    var isAvailable: Bool { get async }
    /// Shows the sheet for binding data and the issuer's signature over those very bytes, and returns when it is closed:
    /// whether the pass was added, it does not say. Throws what the wallet says when it does not show it, and
    /// `CancellationError`.
    func present(issuerData: [UInt8], signature: [UInt8]) async throws
}
