import COpenSSL
import JourneyBase

/// HMAC contexts of OpenSSL that have processed the key.
final class PlatformHMACKey: Sendable {
    private let algorithm: HashAlgorithm
    private let key: Secret
    private let contexts = ContextPool(free: EVP_MAC_CTX_free)

    init(_ algorithm: HashAlgorithm, _ key: Secret) {
        self.algorithm = algorithm
        self.key = key
    }

    /// Writes the tag into `tag`, which must have room for it.
    func tag(_ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer) {
        let isDone: Bool? = contexts.with {
            Primitives.macContext(algorithm, key: key)
        } use: { context in
            var count = 0
            // Initialising without a key resets the context to its previous key.
            return EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(context, message.address, message.count) == 1
                && EVP_MAC_final(context, tag.address, &count, tag.count) == 1
        }
        OpenSSL.require(isDone == true ? 1 : 0)
    }
}
