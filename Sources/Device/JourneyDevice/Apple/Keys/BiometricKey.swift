internal import JourneyBase
public import JourneyCrypto

/// An approval key in the Secure Enclave, which opens with a finger or a face that was enrolled when it was made.
///
/// `store` keeps under `approval-key` what only that enclave can read. Where there is no Secure Enclave (simulators), take
/// `PromptedKey`.
public struct BiometricKey: ApprovalKey {
    private let kept: InstanceKeyStore

    public init(enclave store: any SecretStore) {
        kept = InstanceKeyStore(isRemembered: false) {
            try await EnclaveKey.kept("approval-key", in: store, consent: .biometry)
        }
    }

    public func unlock(showing statement: String) async throws -> any SigningKey {
        // A key that a finger or a face opens is not made where there is none, and what is not made is no damage.
        try DeviceBiometrics.check()
        guard let key = try await kept.key() as? EnclaveKey else {
            throw JourneyError(.storeFailed, "The approval key is none of the Secure Enclave's.")
        }
        return SingleUseKey(try await key.unlocked(showing: statement))
    }
}
