public import JourneyCrypto

/// Where the private keys of documents are made and kept, each known by its public half.
///
/// Conformers: `SealedDeviceKeys`, by OpenSSL or CryptoKit in this process; `EnclaveDeviceKeys`, in the Secure Enclave.
public protocol DeviceKeys: Sendable {
    /// A new key, kept before this returns: an issuer signs a document for it.
    func makeKey() async throws -> PublicKey
    /// Takes over a key that was made elsewhere, for a document that comes with it. Throws `JourneyError` with `STORE_FAILED`
    /// where keys come from nowhere else.
    func keep(_ key: AgreementKey) async throws
    /// The key, or `nil` when it is not here. Throws `JourneyError` with `STORE_FAILED`.
    func key(_ publicKey: PublicKey) async throws -> HeldKey?
    /// Forgets the key; forgetting what is not here is fine.
    func removeKey(_ publicKey: PublicKey) async throws
}
