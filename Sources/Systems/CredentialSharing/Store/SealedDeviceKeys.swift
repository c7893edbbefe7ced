import JourneyBase
import JourneyCrypto
import JourneyDevice

/// Keys of documents as secrets of a store. Their private scalars go from the store to the key, and back, through locked memory
/// only.
struct SealedDeviceKeys: DeviceKeys {
    private let store: any SecretStore
    private let curve: EllipticCurve

    /// Keys in `store`; new ones are on `curve`.
    init(store: any SecretStore, curve: EllipticCurve = .p256) {
        self.store = store
        self.curve = curve
    }

    func makeKey() async throws -> PublicKey {
        let key = try AgreementKey.generate(curve)
        try await keep(key)
        return key.publicKey
    }

    func keep(_ key: AgreementKey) async throws {
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
            // A secret of another key in this one's place would sign what nobody believes.
            guard agreement.publicKey == publicKey else { throw CryptoError.keyInvalid }
            return HeldKey(signer: signer, agreement: agreement)
        } catch { throw JourneyError(.storeFailed, "A document's key cannot be used.") }
    }

    func removeKey(_ publicKey: PublicKey) async throws {
        try await store.remove(try SealedDeviceKeys.name(publicKey))
    }

    private static func name(_ key: PublicKey) throws -> StoreKey { try DeviceKeyName.of(key) }
}

/// Under which name a store keeps the key of a document.
enum DeviceKeyName {
    static let prefix = "device-key-"

    static func of(_ key: PublicKey) throws(JourneyError) -> StoreKey {
        guard let name = StoreKey(prefix + Hex.encode(SHA256.hash(key.spki).prefix(16))) else {
            throw JourneyError(.storeFailed, "The key has no name.")
        }
        return name
    }
}
