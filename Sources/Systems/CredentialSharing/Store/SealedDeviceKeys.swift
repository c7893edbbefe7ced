import JourneyBase
import JourneyCrypto
import JourneyDevice

/// Document keys as secrets of a store. Private scalars travel between store and key in locked memory only.
struct SealedDeviceKeys: DeviceKeys {
    private let store: any SecretStore
    private let curve: EllipticCurve

    /// Creates a key store in `store`; new keys are on `curve`.
    init(store: any SecretStore, curve: EllipticCurve = .p256) {
        self.store = store
        self.curve = curve
    }

    func makeKey() async throws -> PublicKey {
        let key = try AgreementKey.generate(curve)
        try await importKey(key)
        return key.publicKey
    }

    func importKey(_ key: AgreementKey) async throws {
        let scalar =
            switch key {
            case .p256(let key): try key.scalar()
            case .p384(let key): try key.scalar()
            case .p521(let key): try key.scalar()
            }
        try await store.saveSecret(scalar, for: try SealedDeviceKeys.name(key.publicKey))
    }

    func key(_ publicKey: PublicKey) async throws -> HeldKey? {
        guard let scalar = try await store.loadSecret(try SealedDeviceKeys.name(publicKey)) else { return nil }
        do throws(CryptoError) {
            let (agreement, signer): (AgreementKey, any MessageSigner)
            switch publicKey {
            case .p256:
                agreement = try AgreementKey(scalar: scalar, on: .p256)
                signer = try P256PrivateKey(scalar: scalar)
            case .p384:
                agreement = try AgreementKey(scalar: scalar, on: .p384)
                signer = try P384PrivateKey(scalar: scalar)
            case .p521:
                agreement = try AgreementKey(scalar: scalar, on: .p521)
                signer = try P521PrivateKey(scalar: scalar)
            case .ed25519, .rsa: return nil
            }
            // A secret of another key in this place would create signatures that no reader accepts.
            guard agreement.publicKey == publicKey else { throw CryptoError.keyInvalid }
            return HeldKey(signer: signer, agreement: agreement)
        } catch {
            throw JourneyError(
                .storeFailed, "The stored device key is invalid or belongs to another document: \(error).")
        }
    }

    func removeKey(_ publicKey: PublicKey) async throws {
        try await store.remove(try SealedDeviceKeys.name(publicKey))
    }

    private static func name(_ key: PublicKey) throws -> StoreKey { try DeviceKeyName.of(key) }
}

/// The item names of document keys.
enum DeviceKeyName {
    static let prefix = "device-key-"

    static func of(_ key: PublicKey) throws(JourneyError) -> StoreKey {
        guard let name = StoreKey(prefix + Hex.encode(SHA256.hash(key.spki).prefix(16))) else {
            throw JourneyError(.storeFailed, "The public key cannot be used as the name of a stored item.")
        }
        return name
    }
}
