internal import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
internal import Synchronization

/// A plugin that has the person approve one transaction (dynamic linking: RTS on SCA, article 5).
///
/// `approveTransaction` takes the members that the bank stated and returns `{"proof": …}`: a signature over exactly those members
/// by a key that only the person can unlock. `docs/reference/sca.md` has the proof's form; the bank checks it against its stored
/// transaction.
/// A screen of `presenter` shows everything that is signed. After consent the key's prompt opens, and the screen stays until the
/// signature exists. Fails with `USER_CANCELLED` when the person leaves the screen or closes the prompt, and with `SCA_REQUIRED`
/// when the device can't verify the person. The screen is not shown when the key can't sign.
public struct TransactionApprovalPlugin: JourneyPlugin {
    public let name = "transaction_approval"
    public let methods: Set<String> = ["approveTransaction"]
    public let permissions: Set<PluginPermission> = [.biometrics]
    private let key: any ApprovalKey
    private let instanceKey: any SigningKey
    private let presenter: any Presenter
    private let dependencies: Dependencies
    private let place = ApprovalPlace()

    /// Creates a plugin that signs approvals.
    ///
    /// - Parameters:
    ///   - key: The key that signs approvals.
    ///   - instanceKey: The host's instance key, which certifies `key`.
    ///   - presenter: Shows the transaction.
    ///   - dependencies: Clock and random source.
    public init(
        key: any ApprovalKey, instanceKey: any SigningKey, presenter: any Presenter,
        dependencies: Dependencies = .system
    ) {
        self.key = key
        self.instanceKey = instanceKey
        self.presenter = presenter
        self.dependencies = dependencies
    }

    /// Handles `approveTransaction` with `{reason, challenge, amount, fee?, currency, payeeName, payeeAccount, shown?}` and no
    /// other member. The engine adds `shown`: values of the calls that the approval is for.
    ///
    /// - Parameters:
    ///   - method: `approveTransaction`.
    ///   - params: The transaction.
    /// - Returns: `{"proof": …}`.
    /// - Throws: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, `BRIDGE_BUSY` during another
    ///   approval, `USER_CANCELLED` when the person left, the key's own errors, `SCA_REQUIRED` when the key does not sign for an
    ///   unknown reason, and `STORE_FAILED` when the instance key does not sign.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) does not implement the requested method.")
        }
        let statement = try TransactionStatement(params)
        guard place.claim() else {
            throw JourneyError(
                .bridgeBusy, "approveTransaction was called while another approval is in progress.",
                recovery: .restart)
        }
        defer { place.release() }
        let result: Result<JSONValue, any Error>
        do { result = .success(["proof": .string(try await proof(of: statement))]) } catch { result = .failure(error) }
        // The transaction stays on screen until its signature exists, and no longer.
        await presenter.dismiss()
        return try result.get()
    }

    private func proof(of statement: TransactionStatement) async throws -> String {
        let key = try await unlockedKey(for: statement)
        // A prompt that is answered after the step has ended approves nothing.
        try Task.checkCancellation()
        let enrolment = try await signed(
            ["jwk": key.publicKey.jwk], "journey-approval-key+jwt", by: instanceKey, else: .storeFailed)
        let own: [String: JSONValue] = ["jti": .string(dependencies.identifier()), "enrolment": .string(enrolment)]
        return try await signed(
            statement.claims.merging(own) { $1 }, "journey-sca+jwt", by: key, else: .scaRequired)
    }

    /// Shows the transaction and returns the key, unlocked by the person.
    private func unlockedKey(for statement: TransactionStatement) async throws -> any SigningKey {
        try await key.requireUsable()
        let screen = statement.confirmation(in: presenter.language)
        let answer = await presenter.ask(screen)
        try Task.checkCancellation()
        guard screen.exit(for: answer) == nil else { throw TransactionApprovalPlugin.declined }
        let signingScreen = statement.signingScreen(in: presenter.language)
        let prompt = statement.prompt(in: presenter.language)
        guard key.drawsAboveScreens else {
            // The key's prompt is itself a screen of the presenter, or there is none: it shows the statement.
            await presenter.show(signingScreen)
            return try await key.unlock(showing: prompt)
        }
        do {
            // The prompt ends when the screen is closed.
            return try await presenter.show(signingScreen) { [key] _ in try await key.unlock(showing: prompt) }
        } catch is ScreenExit {
            try Task.checkCancellation()
            throw TransactionApprovalPlugin.declined
        }
    }

    private static let declined = JourneyError(.userCancelled, "The person did not approve the transaction.")

    /// Signs `claims` and the time; fails with `code` when the key does not sign.
    private func signed(
        _ claims: [String: JSONValue], _ typ: String, by key: any SigningKey, else code: ErrorCode
    ) async throws -> String {
        var claims = claims
        claims["iat"] = .number(JSONNumber(Int64(dependencies.now().timeIntervalSince1970)))
        let signer = ExplainingSigner(key)
        do {
            return try await CompactJWS.sign(JSONValue.object(claims).compactBytes, typ: typ, kid: nil, key: signer)
        } catch {
            if let error = signer.error, [.keyUnusable, .enrolmentChanged].contains(error.code) { throw error }
            throw JourneyError(
                code, "A key on this device did not sign the approval: \(signer.error?.message ?? "\(error).")",
                recovery: .restart)
        }
    }
}

/// Signs with a key and keeps the key's error, which a `JWSError` drops.
private final class ExplainingSigner: MessageSigner {
    let key: any SigningKey
    private let kept = Mutex<JourneyError?>(nil)

    init(_ key: any SigningKey) { self.key = key }

    var signatureAlgorithm: SignatureAlgorithm { key.signatureAlgorithm }
    var error: JourneyError? { kept.withLock { $0 } }

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        do { return try await key.sign(message) } catch let error as JourneyError {
            kept.withLock { $0 = error }
            throw error
        }
    }
}

/// Allows one approval at a time: a second one would put its screen below the first one's prompt.
private final class ApprovalPlace: Sendable {
    private let isTaken = Mutex(false)

    /// Begins an approval; returns `false` while another one is in progress.
    func claim() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    func release() { isTaken.withLock { $0 = false } }
}
