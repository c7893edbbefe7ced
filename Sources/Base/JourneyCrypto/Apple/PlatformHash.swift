import CryptoKit
import JourneyBase

/// A running hash of CryptoKit.
final class PlatformHash {
    private enum State {
        case sha256(CryptoKit.SHA256)
        case sha384(CryptoKit.SHA384)
        case sha512(CryptoKit.SHA512)

        init(_ algorithm: HashAlgorithm) {
            switch algorithm {
            case .sha256: self = .sha256(CryptoKit.SHA256())
            case .sha384: self = .sha384(CryptoKit.SHA384())
            case .sha512: self = .sha512(CryptoKit.SHA512())
            }
        }
    }

    private let algorithm: HashAlgorithm
    private var state: State

    init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        state = State(algorithm)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .sha256(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha256(hash)
        case .sha384(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha384(hash)
        case .sha512(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha512(hash)
        }
    }

    /// Writes the digest; `digest` has room for it. Starts afresh.
    func finish(into digest: UnsafeMutableRawBufferPointer) {
        switch state {
        case .sha256(let hash): digest.copy(hash.finalize())
        case .sha384(let hash): digest.copy(hash.finalize())
        case .sha512(let hash): digest.copy(hash.finalize())
        }
        state = State(algorithm)
    }
}
