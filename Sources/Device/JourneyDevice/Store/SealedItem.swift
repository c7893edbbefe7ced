import JourneyBase
import JourneyCrypto

/// How an item looks on disk: `JKS1`, a nonce of 12 bytes, then ciphertext and tag of AES-256-GCM. The item's name is
/// bound to it, so that one item cannot be put in place of another.
struct SealedItem {
    static let magic = Array("JKS1".utf8)
    /// What the seal adds to an item, in bytes.
    static let overhead = magic.count + AESGCM.nonceCount + AESGCM.tagCount

    let nonce: [UInt8]
    let ciphertext: [UInt8]

    init(nonce: [UInt8], ciphertext: [UInt8]) {
        self.nonce = nonce
        self.ciphertext = ciphertext
    }

    /// The item in `bytes`, or `nil` when they are of another shape.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= SealedItem.overhead, bytes.starts(with: SealedItem.magic) else { return nil }
        let body = bytes.dropFirst(SealedItem.magic.count)
        nonce = Array(body.prefix(AESGCM.nonceCount))
        ciphertext = Array(body.dropFirst(AESGCM.nonceCount))
    }

    var bytes: [UInt8] { SealedItem.magic + nonce + ciphertext }

    /// What is authenticated beside the item. Items and secrets are told apart, so that neither is read as the other.
    static func aad(_ key: StoreKey, isSecret: Bool) -> [UInt8] {
        magic + [isSecret ? 1 : 0] + Array(key.rawValue.utf8)
    }
}
