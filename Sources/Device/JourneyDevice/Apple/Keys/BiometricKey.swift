public import JourneyCrypto

/// An approval key in the Secure Enclave, unlocked with the biometrics that were enrolled when it was made.
///
/// `store` keeps under `approval-key` the wrapped key, which only that enclave can use, and the enrolment it was made for. After
/// a change of enrolment the person is no longer asked (`ENROLMENT_CHANGED`). Without a Secure Enclave (simulators), use
/// `PromptedApprovalKey`.
public struct BiometricKey: ApprovalKey {
    private let key: EnclaveApprovalKey

    /// Creates a key whose wrapped form is kept in `store` under `approval-key`.
    public init(enclave store: any SecretStore) { key = EnclaveApprovalKey(DeviceEnclave(), store: store) }

    public var drawsAboveScreens: Bool { key.drawsAboveScreens }

    public func requireUsable() async throws { try await key.requireUsable() }

    public func unlock(showing statement: String) async throws -> any SigningKey {
        try await key.unlock(showing: statement)
    }
}
