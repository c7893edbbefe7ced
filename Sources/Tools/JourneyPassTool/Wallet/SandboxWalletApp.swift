import Foundation
package import JourneyBase
import JourneyCrypto
package import WalletPass

/// A wallet for testing an issuer's service. It does what a device does, as far as that is known, with the same calls.
///
/// It checks the issuer's data, asks the person, creates or finds the account's key, signs, posts to the callback, verifies the
/// returned pass, stores it, and registers for updates. Its signed data has its own format (`WalletChallenge`).
package struct SandboxWalletApp: WalletPresenter {
    /// The content of the confirmation sheet.
    package struct Sheet: Sendable, Hashable {
        /// The issuer's display name.
        package let issuer: String
        /// The issuer's host.
        package let relyingParty: String
        package let passTypeIdentifier: String
        /// `true` if the certificate comes from a development authority instead of Apple's.
        package let isStandIn: Bool
    }

    /// A step of the wallet.
    package enum Step: Sendable, Hashable {
        case believed(Sheet)
        case signed(keyHash: String, isNew: Bool)
        case posted(host: String)
        case stored(id: String, serialNumber: String, isNew: Bool)
        /// A pass that this wallet has bound, but a device would not bind.
        case notBindable(id: String, reason: String)
        /// The wallet is registered for updates at the host.
        case registered(host: String)
        /// The registration failed; the pass is stored anyway.
        case notRegistered(reason: String)
    }

    let folder: WalletFolder
    let verifier: PassVerifier
    let transport: any HTTPTransport
    let dependencies: Dependencies
    /// Returns `true` if the person adds the pass.
    let confirm: @Sendable (Sheet) async -> Bool
    let report: @Sendable (Step) -> Void

    package init(
        folder: WalletFolder, verifier: PassVerifier, transport: any HTTPTransport,
        dependencies: Dependencies = .system,
        confirm: @escaping @Sendable (Sheet) async -> Bool = { _ in true },
        report: @escaping @Sendable (Step) -> Void = { _ in }
    ) {
        self.folder = folder
        self.verifier = verifier
        self.transport = transport
        self.dependencies = dependencies
        self.confirm = confirm
        self.report = report
    }

    package var isAvailable: Bool { true }

    /// Shows the sheet and, if the person agrees, binds and adds the pass. Throws `JourneyError` with a distinct code for each
    /// error of an issuer, and `CancellationError` when the person closes the sheet.
    package func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        let (binding, path) = try BindingCheck(verifier: verifier, now: dependencies.now()).check(issuerData, signature)
        let sheet = Sheet(
            issuer: binding.displayableName, relyingParty: binding.relyingPartyIdentifier,
            passTypeIdentifier: binding.names.passTypeIdentifier, isStandIn: Chain.isStandIn(path))
        report(.believed(sheet))
        _ = try await knownKey(binding)
        // The wallet is not locked while the person decides.
        guard await confirm(sheet) else { throw CancellationError() }
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        let known = try await knownKey(binding)
        try Task.checkCancellation()
        let key = try await folder.madeKey(binding.relyingPartyIdentifier, binding.accountHash)
        let challenge = try WalletChallenge(over: issuerData, by: key)
        report(.signed(keyHash: Hex.encode(challenge.keyHash), isNew: known == nil))
        let passes = try await IssuerCallback(transport: transport).passes(for: challenge, binding)
        report(.posted(host: binding.callback.origin.host))
        let wanted = PassIntake.Binding(
            relyingParty: binding.relyingPartyIdentifier, accountHash: binding.accountHash,
            signed: Hex.encode(challenge.bytes))
        // All passes are verified before the first is stored.
        let intake = PassIntake(verifier: verifier, now: dependencies.now())
        let received = try passes.map { try intake.take($0, names: binding.names, binding: wanted) }
        for pass in received {
            for obstacle in PassCheck.bindingObstacles(in: pass.verified.files) {
                report(.notBindable(id: pass.id, reason: "\(obstacle.place): \(obstacle.sentence)"))
            }
        }
        try await save(received)
    }

    /// Returns the account's key, which must exist when the issuer expects one.
    private func knownKey(_ binding: IssuerBindingData) async throws -> P256PrivateKey? {
        let known = try await folder.key(binding.relyingPartyIdentifier, binding.accountHash)
        guard let wanted = binding.keyHash else { return known }
        guard let known, Hex.encode(SHA256.hash(known.publicKey.spki)) == wanted else {
            throw JourneyError(
                .walletKeyUnknown, "The issuer expects a key for this account that this wallet does not have.")
        }
        return known
    }

    /// Adds passes without a binding, as from a web page or a file: all of them or none.
    func add(_ passes: [[UInt8]]) async throws {
        let intake = PassIntake(verifier: verifier, now: dependencies.now())
        let received = try passes.map { try intake.take($0) }
        for pass in received {
            let sheet = Sheet(
                issuer: pass.content["organizationName"]?.string ?? "",
                relyingParty: pass.content["webServiceURL"]?.string.flatMap { HTTPSURL($0) }?.origin.host ?? "",
                passTypeIdentifier: pass.verified.names.passTypeIdentifier,
                isStandIn: Chain.isStandIn(pass.verified.path))
            report(.believed(sheet))
            guard await confirm(sheet) else { throw CancellationError() }
        }
        let claim = try await folder.claim()
        defer { withExtendedLifetime(claim) {} }
        try Task.checkCancellation()
        try await save(received)
    }
}
