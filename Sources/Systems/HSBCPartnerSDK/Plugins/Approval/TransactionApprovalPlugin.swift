internal import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
internal import Synchronization

/// Has the person approve one transaction (dynamic linking: RTS on SCA, article 5): `approveTransaction` with what the bank
/// has stated, answered with `{"proof": …}`, a signature over exactly that by a key that only the person opens.
///
/// A screen of `presenter` shows what is signed, and asks; the key's prompt comes up when the person has agreed, and the screen stands
/// until the signature is made. Nothing is signed that it does not show. The bank checks the proof against what it has stored;
/// `docs/reference/sca.md` has its form. A person who leaves the screen or closes the prompt gives `USER_CANCELLED`; a device that cannot tell
/// who is there gives `SCA_REQUIRED`. Nobody is asked for a signature that the key cannot give.
public struct TransactionApprovalPlugin: JourneyPlugin {
    public let name = "transaction_approval"
    public let methods: Set<String> = ["approveTransaction"]
    public let permissions: Set<PluginPermission> = [.biometrics]
    private let key: any ApprovalKey
    private let instanceKey: any SigningKey
    private let presenter: any Presenter
    private let dependencies: Dependencies
    private let place = ApprovalPlace()

    /// A plugin that asks on `presenter` and signs with `key`, which `instanceKey`, the host's own, vouches for.
    public init(
        key: any ApprovalKey, instanceKey: any SigningKey, presenter: any Presenter,
        dependencies: Dependencies = .system
    ) {
        self.key = key
        self.instanceKey = instanceKey
        self.presenter = presenter
        self.dependencies = dependencies
    }

    /// Takes `{reason, challenge, amount, fee?, currency, payeeName, payeeAccount}` and nothing else. Throws
    /// `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, `BRIDGE_BUSY` while another approval is under
    /// way, `USER_CANCELLED` when the person left, what the key throws, `SCA_REQUIRED` when it does not sign and nobody knows why, and
    /// `STORE_FAILED` when the instance's does not.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        let statement = try TransactionStatement(params)
        guard place.take() else {
            throw JourneyError(
                .bridgeBusy, "approveTransaction was called while the person is asked about another transaction.",
                recovery: .restart)
        }
        defer { place.leave() }
        let result: Result<JSONValue, any Error>
        do { result = .success(["proof": .string(try await proof(of: statement))]) } catch { result = .failure(error) }
        // What was asked about stands until there is a signature over it, and not longer.
        await presenter.dismiss()
        return try result.get()
    }

    private func proof(of statement: TransactionStatement) async throws -> String {
        let key = try await unlockedKey(for: statement)
        // A prompt that was answered after the step was left approves nothing.
        try Task.checkCancellation()
        let enrolment = try await signed(
            ["jwk": key.publicKey.jwk], "journey-approval-key+jwt", by: instanceKey, else: .storeFailed)
        let own: [String: JSONValue] = ["jti": .string(dependencies.identifier()), "enrolment": .string(enrolment)]
        return try await signed(
            statement.claims.merging(own) { $1 }, "journey-sca+jwt", by: key, else: .scaRequired)
    }

    /// The key, opened by the person, who has seen what it is opened for.
    private func unlockedKey(for statement: TransactionStatement) async throws -> any SigningKey {
        try await key.requireUsable()
        let screen = statement.confirmation(in: presenter.language)
        let answer = await presenter.ask(screen)
        try Task.checkCancellation()
        guard screen.exit(for: answer) == nil else { throw TransactionApprovalPlugin.left }
        let standing = statement.standing(in: presenter.language)
        guard key.drawsAboveScreens else {
            // Its prompt is a screen of the presenter's, or of nobody's: it shows the statement by itself.
            await presenter.show(standing)
            return try await key.unlock(showing: statement.text)
        }
        do {
            // Where somebody takes the screen away, the prompt goes with it.
            return try await presenter.show(standing) { [key] _ in try await key.unlock(showing: statement.text) }
        } catch is ScreenExit {
            try Task.checkCancellation()
            throw TransactionApprovalPlugin.left
        }
    }

    private static let left = JourneyError(.userCancelled, "The person did not approve the transaction.")

    /// `claims` and the time, signed; `code` where the key does not sign.
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
            throw JourneyError(code, "A key of this device did not sign.", recovery: .restart)
        }
    }
}

/// Signs with a key, and keeps why that did not sign: a `JWSError` does not say.
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

/// The one place for an approval: a second one would put its screen under the first one's prompt.
private final class ApprovalPlace: Sendable {
    private let isTaken = Mutex(false)

    /// Whether it was free.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    func leave() { isTaken.withLock { $0 = false } }
}
