internal import JourneyBase
public import JourneyCrypto
public import JourneyDevice

/// Document keys in the Secure Enclave.
///
/// The keys cannot leave the enclave; the store holds a wrapped form that only this enclave can read. They sign but
/// make no MACs. The device must be unlocked.
public struct EnclaveDeviceKeys: DeviceKeys {
    private let store: any SecretStore

    /// Creates a key store whose wrapped keys are in `store`. Without a Secure Enclave (`EnclaveKey.isAvailable`), use
    /// `SealedDeviceKeys`.
    public init(store: any SecretStore) { self.store = store }

    public func makeKey() async throws -> PublicKey {
        let key = try EnclaveKey.generate(consent: .unlocked)
        let publicKey = PublicKey.p256(key.publicKey)
        try await store.save(key.wrapped, for: try DeviceKeyName.of(publicKey))
        return publicKey
    }

    public func importKey(_ key: AgreementKey) async throws {
        throw JourneyError(.storeFailed, "The Secure Enclave cannot import a key. Generate keys with makeKeys.")
    }

    public func key(_ publicKey: PublicKey) async throws -> HeldKey? {
        guard let wrapped = try await store.load(try DeviceKeyName.of(publicKey)) else { return nil }
        let key = try EnclaveKey(wrapped: wrapped, consent: .unlocked)
        guard .p256(key.publicKey) == publicKey else {
            throw JourneyError(.storeFailed, "The stored device key does not match the document's public key.")
        }
        return HeldKey(signer: key)
    }

    public func removeKey(_ publicKey: PublicKey) async throws {
        try await store.remove(try DeviceKeyName.of(publicKey))
    }
}
