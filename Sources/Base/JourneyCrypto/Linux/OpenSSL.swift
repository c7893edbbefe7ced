import COpenSSL
import Glibc
import JourneyBase

/// Algorithms, fetched once: a fetch by name costs more than hashing a short message.
enum OpenSSL {
    // Each is reference-counted under OpenSSL's own lock, never changed after it is fetched, and lives as long as the
    // process.
    nonisolated(unsafe) static let aes256GCM: OpaquePointer = required(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))
    nonisolated(unsafe) static let aes128GCM: OpaquePointer = required(EVP_CIPHER_fetch(nil, "AES-128-GCM", nil))
    nonisolated(unsafe) static let aes256Wrap: OpaquePointer = required(EVP_CIPHER_fetch(nil, "AES-256-WRAP", nil))
    nonisolated(unsafe) static let aes128Wrap: OpaquePointer = required(EVP_CIPHER_fetch(nil, "AES-128-WRAP", nil))

    /// AES-GCM for the length of `key`, which is 16 or 32.
    static func gcm(_ key: Secret) -> OpaquePointer { key.count == 16 ? aes128GCM : aes256GCM }

    /// Whether OpenSSL keeps private numbers in a locked, undumped heap of its own, as it does from the first private key
    /// on. Where little may be locked (some containers), that little is left to `Secret`, and they stay in ordinary memory,
    /// wiped when they are freed.
    static let hasLockedHeap: Bool = {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0, limit.rlim_cur >= 4 << 20 else {
            return false
        }
        return CRYPTO_secure_malloc_init(512 << 10, 32) == 1
    }()

    /// Takes what a failed call left in this thread's error queue, where libcurl's TLS would find it and think it its own.
    static func forgetErrors() { ERR_clear_error() }

    /// What every OpenSSL 3 has and what fails only when memory ran out: nothing can go on safely without it.
    static func required(_ pointer: OpaquePointer?) -> OpaquePointer {
        guard let pointer else { preconditionFailure("OpenSSL lacks an algorithm of its default provider") }
        return pointer
    }

    /// The same, for calls whose arguments were checked and that give a status.
    static func require(_ status: Int32) {
        precondition(status == 1, "OpenSSL failed on checked arguments: out of memory")
    }
}
