public import JourneyCrypto

/// A store of documents' private keys, each identified by its public key.
///
/// Conforming types: `SealedDeviceKeys`, with OpenSSL or CryptoKit in this process; `EnclaveDeviceKeys`, in the Secure
/// Enclave.
public protocol DeviceKeys: Sendable {
    /// Generates and stores a key, and returns its public half, to which an issuer binds a document.
    func makeKey() async throws -> PublicKey
    /// Imports a key that was generated elsewhere, together with its document. Throws `JourneyError` with
    /// `STORE_FAILED` where keys cannot be imported.
    func importKey(_ key: AgreementKey) async throws
    /// Returns the key, or `nil` when it is not stored here. Throws `JourneyError` with `STORE_FAILED`.
    func key(_ publicKey: PublicKey) async throws -> HeldKey?
    /// Removes the key. Removing an unknown key has no effect.
    func removeKey(_ publicKey: PublicKey) async throws
}
