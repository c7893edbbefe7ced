import COpenSSL
import Glibc
import JourneyBase

/// OpenSSL algorithms, fetched once: a fetch by name costs more than hashing a short message.
enum OpenSSL {
    // Each is reference-counted under OpenSSL's own lock, never changed after it is fetched, and lives as long as the
    // process.
    static let aes256GCM = ThreadSafe(required(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)))
    static let aes128GCM = ThreadSafe(required(EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)))
    static let aes256Wrap = ThreadSafe(required(EVP_CIPHER_fetch(nil, "AES-256-WRAP", nil)))
    static let aes128Wrap = ThreadSafe(required(EVP_CIPHER_fetch(nil, "AES-128-WRAP", nil)))

    /// Returns AES-GCM for the length of `key`, which is 16 or 32 bytes.
    static func gcm(_ key: Secret) -> OpaquePointer { key.count == 16 ? aes128GCM.value : aes256GCM.value }

    /// `true` if OpenSSL holds private numbers in its own locked heap, which is excluded from core dumps; set up with the first
    /// private key. When the limit of locked memory is low (in some containers), `Secret` gets all of it. Private numbers then
    /// stay in ordinary memory and are wiped when freed.
    static let hasLockedHeap: Bool = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0, limit.rlim_cur >= 4 << 20 else {
            return false
        }
        return CRYPTO_secure_malloc_init(512 << 10, 32) == 1
    }()

    /// Clears this thread's OpenSSL error queue after a failed call, so that libcurl's TLS does not read the error as its own.
    static func forgetErrors() { ERR_clear_error() }

    /// Unwraps a result that fails only when memory ran out, since every OpenSSL 3 has the algorithm. Ends the process otherwise.
    static func required(_ pointer: OpaquePointer?) -> OpaquePointer {
        guard let pointer else { preconditionFailure("OpenSSL lacks an algorithm of its default provider") }
        return pointer
    }

    /// Checks the status of a call with valid arguments, which fails only when memory ran out. Ends the process otherwise.
    static func require(_ status: Int32) {
        precondition(status == 1, "OpenSSL failed on checked arguments: out of memory")
    }
}
