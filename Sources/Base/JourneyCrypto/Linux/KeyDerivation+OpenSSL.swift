import COpenSSL
import JourneyBase

extension Primitives {
    /// Returns the SHA-256 of the concatenation of `before`, `secret` and `after`, truncated to `count` bytes.
    static func sha256(
        _ before: [UInt8], _ secret: Secret, _ after: [UInt8], count: Int
    ) throws(CryptoError) -> Secret {
        Secret(count: 32) { digest in
            withDigest(.sha256) { context in
                EVP_DigestUpdate(context, before, before.count) == 1
                    && secret.withBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
                    && EVP_DigestUpdate(context, after, after.count) == 1
                    && EVP_DigestFinal_ex(context, digest.address, nil) == 1
            }
        }.prefix(count)
    }

    /// Performs HKDF (RFC 5869), for at most 255 digests. Uses OpenSSL's HMAC: its HKDF fetches both algorithms by name each time
    /// and takes twice as long.
    static func hkdf(
        _ algorithm: HashAlgorithm, _ secret: Secret, salt: [UInt8], info: [UInt8], count: Int
    ) -> Secret {
        Secret.withScratch(count: algorithm.count) { key in
            salt.withUnsafeBytes { extract(algorithm, secret, salt: $0, into: key) }
            return Secret(count: count) { expand(algorithm, UnsafeRawBufferPointer(key), info: info, into: $0) }
        }
    }

    /// Performs HKDF-Extract; the result is 32 bytes.
    static func hkdfExtract(_ secret: Secret, salt: Secret) -> Secret {
        Secret(count: HashAlgorithm.sha256.count) { key in
            salt.withBytes { extract(.sha256, secret, salt: $0, into: key) }
        }
    }

    /// Performs HKDF-Expand to `count` bytes, at most 8,160.
    static func hkdfExpand(_ key: Secret, info: [UInt8], count: Int) -> Secret {
        Secret(count: count) { out in key.withBytes { expand(.sha256, $0, info: info, into: out) } }
    }

    /// Performs HKDF-Extract (RFC 5869, section 2.2). An empty salt equals one of zeros, because HMAC pads its key with zeros.
    private static func extract(
        _ algorithm: HashAlgorithm, _ secret: Secret, salt: UnsafeRawBufferPointer,
        into key: UnsafeMutableRawBufferPointer
    ) {
        secret.withBytes { secret in
            withMAC(algorithm, key: salt) { context in
                var count = 0
                return EVP_MAC_update(context, secret.address, secret.count) == 1
                    && EVP_MAC_final(context, key.address, &count, key.count) == 1
            }
        }
    }

    /// Performs HKDF-Expand (RFC 5869, section 2.3): each block is the tag of the previous block, `info` and the block's number.
    private static func expand(
        _ algorithm: HashAlgorithm, _ key: UnsafeRawBufferPointer, info: [UInt8],
        into out: UnsafeMutableRawBufferPointer
    ) {
        Secret.withScratch(count: algorithm.count) { block in
            withMAC(algorithm, key: key) { context in
                var done = 0
                var number: UInt8 = 1
                while done < out.count {
                    var count = 0
                    guard done == 0 || EVP_MAC_init(context, nil, 0, nil) == 1,
                        done == 0 || EVP_MAC_update(context, block.address, block.count) == 1,
                        EVP_MAC_update(context, info, info.count) == 1, EVP_MAC_update(context, &number, 1) == 1,
                        EVP_MAC_final(context, block.address, &count, block.count) == 1
                    else { return false }
                    let piece = min(block.count, out.count - done)
                    UnsafeMutableRawBufferPointer(rebasing: out[done...]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: block[..<piece]))
                    done += piece
                    number &+= 1
                }
                return true
            }
        }
    }
}
