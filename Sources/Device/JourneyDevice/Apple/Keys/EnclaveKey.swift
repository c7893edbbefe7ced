internal import CryptoKit
internal import Dispatch
internal import Foundation
public import JourneyBase
public import JourneyCrypto
internal import LocalAuthentication
internal import Security

/// A P-256 signing key that was made in the Secure Enclave and cannot leave it.
public final class EnclaveKey: SigningKey {
    /// What must happen before each signature.
    public enum Consent: Sendable {
        /// Nothing but an unlocked device: for proofs that go along with what the person does anyway.
        case unlocked
        /// A finger or a face that was enrolled when the key was made: one that is added later does not open it. The
        /// system shows `reason`.
        case biometry(reason: String)
    }

    public let publicKey: P256PublicKey
    /// The key for the Keychain: the Secure Enclave that made it can read it, and nothing else.
    let wrapped: [UInt8]
    private let reason: String?

    /// Whether this device has a Secure Enclave; simulators have none.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// A new key. Throws `STORE_FAILED` when there is no Secure Enclave, or no passcode to guard it with.
    public static func generate(consent: Consent) throws(JourneyError) -> EnclaveKey {
        let flags: SecAccessControlCreateFlags =
            switch consent {
            case .unlocked: .privateKeyUsage
            case .biometry: [.privateKeyUsage, .biometryCurrentSet]
            }
        guard
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil),
            let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        else { throw JourneyError(.storeFailed, "The Secure Enclave made no key.") }
        return try EnclaveKey(key, consent: consent)
    }

    /// The key that `wrapped` stands for. Throws `STORE_FAILED` when another Secure Enclave made it, or none.
    convenience init(wrapped: [UInt8], consent: Consent) throws(JourneyError) {
        guard let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(wrapped)) else {
            throw JourneyError(.storeFailed, "The Secure Enclave does not know the key.")
        }
        try self.init(key, consent: consent)
    }

    private init(_ key: SecureEnclave.P256.Signing.PrivateKey, consent: Consent) throws(JourneyError) {
        guard let publicKey = try? P256PublicKey(x963: Array(key.publicKey.x963Representation)) else {
            throw JourneyError(.storeFailed, "The Secure Enclave gave no public key.")
        }
        self.publicKey = publicKey
        wrapped = Array(key.dataRepresentation)
        reason = if case .biometry(let reason) = consent { reason } else { nil }
    }

    /// The signature of `message` as r ‖ s, 64 bytes. Throws `SCA_REQUIRED` when the person did not agree or could not.
    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        // On a thread of its own: the call stands still while the person is asked.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                continuation.resume(with: Result { try signature(of: message) })
            }
        }
    }

    private func signature(of message: [UInt8]) throws -> [UInt8] {
        let context = LAContext()
        // A fresh context for each signature, and no leave from an earlier unlocking: each is agreed to by itself.
        context.touchIDAuthenticationAllowableReuseDuration = 0
        if let reason { context.localizedReason = reason } else { context.interactionNotAllowed = true }
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: Data(wrapped), authenticationContext: context)
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw JourneyError(.scaRequired, "The Secure Enclave did not sign.", recovery: .restart)
        }
    }
}
