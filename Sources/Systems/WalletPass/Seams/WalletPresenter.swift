/// A presenter of a pass, which may be bound to the person's account, so that the person can add it.
///
/// Conformers: Apple's sheet (PassKit), wallets for testing a service and a host app, a script in tests.
public protocol WalletPresenter: Sendable {
    /// `true` if there is a wallet that accepts passes.
    var isAvailable: Bool { get async }
    /// Presents the sheet and returns when it is closed, without reporting whether the pass was added.
    ///
    /// - Parameters:
    ///   - issuerData: The binding data, exactly as signed.
    ///   - signature: The issuer's signature over `issuerData`.
    /// - Throws: The wallet's error when it does not present the sheet, and `CancellationError`.
    func present(issuerData: [UInt8], signature: [UInt8]) async throws
}
