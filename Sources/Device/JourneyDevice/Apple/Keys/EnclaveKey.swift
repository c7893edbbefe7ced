internal import CryptoKit
internal import Dispatch
internal import Foundation
public import JourneyBase
public import JourneyCrypto
internal import LocalAuthentication
internal import Security

/// A P-256 signing key that was made in the Secure Enclave and cannot leave it.
public final class EnclaveKey: EnclaveSigningKey {
    /// What must happen before each signature.
    public enum Consent: Sendable {
        /// Nothing but an unlocked device: for proofs that go along with what the person does anyway.
        case unlocked
        /// A finger or a face that was enrolled when the key was made, asked for by `unlocked(showing:)`: one that is added
        /// later does not open it.
        case biometry
    }

    public let publicKey: P256PublicKey
    /// The key for the Keychain: the Secure Enclave that made it can read it, and nothing else.
    package let wrapped: [UInt8]
    private let consent: Consent
    /// What the person has agreed to, once.
    private let leave: AuthenticationContext?

    /// Whether this device has a Secure Enclave; simulators have none.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// A new key. Throws `STORE_FAILED` when there is no Secure Enclave, or no passcode to guard it with.
    public static func generate(consent: Consent) throws(JourneyError) -> EnclaveKey {
        guard let access = access(consent), let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        else { throw JourneyError(.storeFailed, "The Secure Enclave made no key.") }
        return try EnclaveKey(key, consent: consent)
    }

    private static func access(_ consent: Consent) -> SecAccessControl? {
        let flags: SecAccessControlCreateFlags =
            switch consent {
            case .unlocked: .privateKeyUsage
            case .biometry: [.privateKeyUsage, .biometryCurrentSet]
            }
        return SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    }

    /// The key that `wrapped` stands for. Throws `KEY_UNUSABLE` when another Secure Enclave made it, or none.
    package convenience init(wrapped: [UInt8], consent: Consent) throws(JourneyError) {
        guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)) else {
            throw JourneyError(
                .keyUnusable, "Opening a key failed: this device's Secure Enclave did not make it. Erase it.")
        }
        try self.init(key, consent: consent)
    }

    private init(_ key: SecureEnclave.P256.Signing.PrivateKey, consent: Consent) throws(JourneyError) {
        guard let publicKey = try? P256PublicKey(x963: Array(key.publicKey.x963Representation)) else {
            throw JourneyError(.storeFailed, "The Secure Enclave gave no public key.")
        }
        self.publicKey = publicKey
        wrapped = Array(key.dataRepresentation)
        self.consent = consent
        leave = nil
    }

    private init(_ key: EnclaveKey, _ leave: AuthenticationContext) {
        (publicKey, wrapped, consent) = (key.publicKey, key.wrapped, key.consent)
        self.leave = leave
    }

    /// The key with the leave that the person gives now, to whom the system shows `statement`. Throws `USER_CANCELLED` when
    /// the prompt was closed, and `SCA_REQUIRED` when nobody who may has agreed.
    func unlocked(showing statement: String) async throws(JourneyError) -> any SigningKey {
        guard let access = EnclaveKey.access(consent) else {
            throw JourneyError(.storeFailed, "The key's own access control cannot be made.")
        }
        let leave = AuthenticationContext()
        // No button for another way: which other factor there is, the journey decides.
        leave.context.localizedFallbackTitle = ""
        // No leave from an earlier unlocking: each signature is agreed to by itself.
        leave.context.touchIDAuthenticationAllowableReuseDuration = 0
        var verdict = BiometricVerdict.failed
        do {
            let isGiven = try await SystemPrompts.shared.during {
                try await withTaskCancellationHandler {
                    try await leave.context.evaluateAccessControl(
                        access, operation: .useKeySign, localizedReason: statement)
                } onCancel: {
                    leave.context.invalidate()
                }
            }
            if isGiven { verdict = .passed }
        } catch let error as LAError {
            verdict = BiometricFailure.verdict(code: error.errorCode)
        } catch {}
        try verdict.check()
        return EnclaveKey(self, leave)
    }

    /// The signature of `message` as r ‖ s, 64 bytes. Throws `SCA_REQUIRED` when a `.biometry` key does not open: without leave, or
    /// because its enrolment has changed; `STORE_FAILED` when an `.unlocked` one does not.
    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        // On a thread of its own: the call stands still while the person is asked.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                continuation.resume(with: Result { try signature(of: message) })
            }
        }
    }

    private func signature(of message: [UInt8]) throws -> [UInt8] {
        let context = leave?.context ?? LAContext()
        // Whoever is asked was asked before.
        context.interactionNotAllowed = true
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: Data(wrapped), authenticationContext: context)
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw JourneyError(
                consent == .biometry ? .scaRequired : .storeFailed,
                "Signing failed: the Secure Enclave gave no signature.",
                recovery: .restart)
        }
    }
}

/// The person's leave, which is asked for on one thread and used on another.
private struct AuthenticationContext: @unchecked Sendable {  // LAContext takes calls on any thread.
    let context = LAContext()
}
