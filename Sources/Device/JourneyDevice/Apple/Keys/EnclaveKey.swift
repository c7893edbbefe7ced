internal import CryptoKit
internal import Dispatch
internal import Foundation
public import JourneyBase
public import JourneyCrypto
internal import LocalAuthentication
internal import Security

/// A P-256 signing key that was made in the Secure Enclave and can't leave it.
public final class EnclaveKey: EnclaveSigningKey {
    /// The condition of a signature.
    public enum Consent: Sendable {
        /// An unlocked device: for proofs that accompany the person's actions.
        case unlocked
        /// Biometrics that were enrolled when the key was made, requested by `unlocked(showing:)`. Biometrics that are enrolled
        /// later don't unlock it.
        case biometry
    }

    /// The public key.
    public let publicKey: P256PublicKey
    /// The wrapped key for the Keychain, which only the Secure Enclave that made it can use.
    package let wrapped: [UInt8]
    private let consent: Consent
    /// The person's authentication, for one signature.
    private let authentication: AuthenticationContext?

    /// `true` when this device has a Secure Enclave; simulators have none.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// Makes a new key.
    ///
    /// - Parameter consent: The condition of a signature.
    /// - Returns: The key.
    /// - Throws: `STORE_FAILED` when there is no Secure Enclave, or no passcode.
    public static func generate(consent: Consent) throws(JourneyError) -> EnclaveKey {
        guard let access = access(consent) else {
            throw JourneyError(.storeFailed, "SecAccessControlCreateWithFlags failed for a key of the Secure Enclave.")
        }
        let key: SecureEnclave.P256.Signing.PrivateKey
        do { key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access) } catch {
            throw JourneyError(
                .storeFailed,
                "The Secure Enclave could not make a key; it may be missing, or no passcode is set: \(SystemCause.text(error))."
            )
        }
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

    /// Opens the key in `wrapped`. Throws `KEY_UNUSABLE` when this device's Secure Enclave did not make it.
    package convenience init(wrapped: [UInt8], consent: Consent) throws(JourneyError) {
        let key: SecureEnclave.P256.Signing.PrivateKey
        do { key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)) } catch {
            throw JourneyError(
                .keyUnusable,
                "Opening a key failed: this device's Secure Enclave did not make it (\(SystemCause.text(error))). Erase it."
            )
        }
        try self.init(key, consent: consent)
    }

    private init(_ key: SecureEnclave.P256.Signing.PrivateKey, consent: Consent) throws(JourneyError) {
        guard let publicKey = try? P256PublicKey(x963: Array(key.publicKey.x963Representation)) else {
            throw JourneyError(.storeFailed, "The Secure Enclave returned no valid public key.")
        }
        self.publicKey = publicKey
        wrapped = Array(key.dataRepresentation)
        self.consent = consent
        authentication = nil
    }

    private init(_ key: EnclaveKey, _ authentication: AuthenticationContext) {
        (publicKey, wrapped, consent) = (key.publicKey, key.wrapped, key.consent)
        self.authentication = authentication
    }

    /// Shows `statement` in the system's prompt and returns the unlocked key.
    ///
    /// - Throws: `USER_CANCELLED` when the prompt was closed, and `SCA_REQUIRED` when authentication failed.
    func unlocked(showing statement: String) async throws(JourneyError) -> any SigningKey {
        guard let access = EnclaveKey.access(consent) else {
            throw JourneyError(.storeFailed, "The key's access control could not be created.")
        }
        let authentication = AuthenticationContext()
        // No fallback button: the journey decides on the other factor.
        authentication.context.localizedFallbackTitle = ""
        // No reuse of an earlier authentication: each signature needs its own.
        authentication.context.touchIDAuthenticationAllowableReuseDuration = 0
        var verdict = BiometricVerdict.failed
        do {
            let isGiven = try await SystemPrompts.shared.during {
                try await withTaskCancellationHandler {
                    try await authentication.context.evaluateAccessControl(
                        access, operation: .useKeySign, localizedReason: statement)
                } onCancel: {
                    authentication.context.invalidate()
                }
            }
            if isGiven { verdict = .passed }
        } catch let error as LAError {
            verdict = BiometricFailure.verdict(code: error.errorCode)
        } catch {}
        try verdict.check()
        return EnclaveKey(self, authentication)
    }

    /// Signs `message` and returns r ‖ s, 64 bytes.
    ///
    /// - Parameter message: The message.
    /// - Returns: The signature.
    /// - Throws: `SCA_REQUIRED` when a `.biometry` key is not unlocked or its enrolment has changed; `STORE_FAILED` when an
    ///   `.unlocked` key does not sign.
    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        // On another thread: the call blocks during authentication.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                continuation.resume(with: Result { try signature(of: message) })
            }
        }
    }

    private func signature(of message: [UInt8]) throws -> [UInt8] {
        let context = authentication?.context ?? LAContext()
        // The person has already authenticated.
        context.interactionNotAllowed = true
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: Data(wrapped), authenticationContext: context)
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw JourneyError(
                consent == .biometry ? .scaRequired : .storeFailed,
                "Signing with a key of the Secure Enclave failed: \(SystemCause.text(error)).",
                recovery: .restart)
        }
    }
}

/// An authentication context that is requested on one thread and used on another.
private struct AuthenticationContext: @unchecked Sendable {  // LAContext takes calls on any thread.
    let context = LAContext()
}
