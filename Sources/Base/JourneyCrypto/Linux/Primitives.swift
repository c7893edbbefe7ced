import COpenSSL
import JourneyBase

/// The primitives over OpenSSL.
enum Primitives {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { out, count in
            OpenSSL.require(EVP_Digest(bytes, bytes.count, out.baseAddress, nil, OpenSSL.sha256, nil))
            count = 32
        }
    }

    static func hmac(_ message: [UInt8], key: Secret) -> [UInt8] {
        let context = OpenSSL.required(EVP_MAC_CTX_dup(OpenSSL.hmacSHA256))
        defer { EVP_MAC_CTX_free(context) }
        key.withBytes { bytes in
            // A secret of no bytes has an address too; without one, the copied context would keep its own key.
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            OpenSSL.require(EVP_MAC_init(context, start, bytes.count, nil))
        }
        OpenSSL.require(EVP_MAC_update(context, message, message.count))
        return [UInt8](unsafeUninitializedCapacity: 32) { out, count in
            OpenSSL.require(EVP_MAC_final(context, out.baseAddress, &count, 32))
        }
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }

    static func hkdf(_ secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        Secret(count: count) { out in
            secret.withBytes { key in
                OpenSSL.require(
                    copenssl_hkdf_sha256(
                        OpenSSL.hkdf, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, salt, salt.count,
                        info, info.count, out.baseAddress?.assumingMemoryBound(to: UInt8.self), out.count))
            }
        }
    }
}
