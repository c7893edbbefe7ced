public import JourneyCrypto

/// An approval key in the Secure Enclave, which opens with a finger or a face that was enrolled when it was made.
///
/// `store` keeps under `approval-key` what only that enclave can read, and beside it which enrolment it was made for: once that has
/// changed nobody is asked any more (`ENROLMENT_CHANGED`). Where there is no Secure Enclave (simulators), take `PromptedApprovalKey`.
public struct BiometricKey: ApprovalKey {
    private let key: EnclaveApprovalKey

    public init(enclave store: any SecretStore) { key = EnclaveApprovalKey(DeviceEnclave(), store: store) }

    public var drawsAboveScreens: Bool { key.drawsAboveScreens }

    public func requireUsable() async throws { try await key.requireUsable() }

    public func unlock(showing statement: String) async throws -> any SigningKey {
        try await key.unlock(showing: statement)
    }
}
