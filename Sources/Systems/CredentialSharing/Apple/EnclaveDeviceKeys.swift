internal import JourneyBase
public import JourneyCrypto
public import JourneyDevice

/// Keys of documents in the Secure Enclave, which cannot leave it; the store keeps what only that enclave can read. They sign,
/// and make no MACs. The device has to be unlocked.
public struct EnclaveDeviceKeys: DeviceKeys {
    private let store: any SecretStore

    /// Keys whose wrapped form is in `store`. Where there is no Secure Enclave (`EnclaveKey.isAvailable`), take
    /// `SealedDeviceKeys`.
    public init(store: any SecretStore) { self.store = store }

    public func makeKey() async throws -> PublicKey {
        let key = try EnclaveKey.generate(consent: .unlocked)
        let publicKey = PublicKey.p256(key.publicKey)
        try await store.save(key.wrapped, for: try DeviceKeyName.of(publicKey))
        return publicKey
    }

    public func keep(_ key: AgreementKey) async throws {
        throw JourneyError(.storeFailed, "The Secure Enclave takes no key that was made elsewhere.")
    }

    public func key(_ publicKey: PublicKey) async throws -> HeldKey? {
        guard let wrapped = try await store.load(try DeviceKeyName.of(publicKey)) else { return nil }
        let key = try EnclaveKey(wrapped: wrapped, consent: .unlocked)
        guard .p256(key.publicKey) == publicKey else {
            throw JourneyError(.storeFailed, "A document's key cannot be used.")
        }
        return HeldKey(signer: key)
    }

    public func removeKey(_ publicKey: PublicKey) async throws {
        try await store.remove(try DeviceKeyName.of(publicKey))
    }
}
