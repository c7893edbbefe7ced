import COpenSSL
import JourneyBase

/// The weak primitives over OpenSSL that `Weak/` needs.
enum WeakPrimitives {
    static func sha1(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, sha1Digest.value, count: 20) }

    static func md5(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, md5Digest.value, count: 16) }

    // Reference-counted under OpenSSL's own lock, never changed after they are fetched, and live as long as the process.
    static let sha1Digest = ThreadSafe(OpenSSL.required(EVP_MD_fetch(nil, "SHA1", nil)))
    private static let md5Digest = ThreadSafe(OpenSSL.required(EVP_MD_fetch(nil, "MD5", nil)))

    private static func hash(_ bytes: [UInt8], _ algorithm: OpaquePointer, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { out, written in
            OpenSSL.require(EVP_Digest(bytes, bytes.count, out.baseAddress, nil, algorithm, nil))
            written = count
        }
    }
}
