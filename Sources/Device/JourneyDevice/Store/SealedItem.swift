import JourneyBase
import JourneyCrypto

/// The format of an item on disk: `JKS1`, a nonce of 12 bytes, then ciphertext and tag of AES-256-GCM. The item's name is
/// authenticated, so that one item can't replace another.
struct SealedItem {
    static let magic = Array("JKS1".utf8)
    /// The bytes that encryption adds to an item.
    static let overhead = magic.count + AESGCM.nonceCount + AESGCM.tagCount

    let nonce: [UInt8]
    let ciphertext: [UInt8]

    init(nonce: [UInt8], ciphertext: [UInt8]) {
        self.nonce = nonce
        self.ciphertext = ciphertext
    }

    /// Reads an item from `bytes`; `nil` for another format.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= SealedItem.overhead, bytes.starts(with: SealedItem.magic) else { return nil }
        let body = bytes.dropFirst(SealedItem.magic.count)
        nonce = Array(body.prefix(AESGCM.nonceCount))
        ciphertext = Array(body.dropFirst(AESGCM.nonceCount))
    }

    var bytes: [UInt8] { SealedItem.magic + nonce + ciphertext }

    /// Returns the additional authenticated data. A secret can't be read as another item, nor the other way round.
    static func aad(_ key: StoreKey, isSecret: Bool) -> [UInt8] {
        magic + [isSecret ? 1 : 0] + Array(key.rawValue.utf8)
    }
}
