import COpenSSL
import JourneyBase

/// RSA private keys in PKCS#8, without a passphrase.
///
/// OpenSSL's own reader and writer free memory with copies of the primes without wiping it. The numbers are therefore transferred
/// one by one between the key and a `Secret`.
extension OpenSSL {
    /// The longest key accepted, in bytes; a key of 8,192 bits takes 4,700 bytes.
    private static let longest = 8_192

    /// Returns the key that `pkcs8` encodes, without trailing bytes, or `nil`.
    static func rsaKey(_ pkcs8: Secret) -> OpaquePointer? {
        guard pkcs8.count <= longest, let inner = RSAKeyInfo.pkcs1(in: pkcs8) else { return nil }
        return pkcs8.withBytes { rsaKey(pkcs1: UnsafeRawBufferPointer(rebasing: $0[inner])) }
    }

    /// Returns the key that `key` encodes in PKCS#1, without trailing bytes, or `nil`.
    static func rsaKey(pkcs1 key: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard var numbers = rsaNumbers(pkcs1: key) else { return nil }
        defer { for number in numbers { BN_clear_free(number) } }
        return copenssl_rsa_import_pair(&numbers)
    }

    /// Returns the key with its private numbers in OpenSSL's locked heap only, for a TLS library that holds it as long as the
    /// process. The key signs and decrypts; calls that export private numbers see a public key.
    static func lockedRSAKey(pkcs1 key: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard var numbers = rsaNumbers(pkcs1: key) else { return nil }
        if let made = copenssl_locked_rsa(&numbers, lockedRSAMethod.value) { return made }
        for number in numbers { BN_clear_free(number) }
        return nil
    }

    // Never changed after it is made, and lives as long as the process.
    private static let lockedRSAMethod = ThreadSafe(required(copenssl_locked_rsa_method()))

    /// Returns the eight numbers of the PKCS#1 key, in the locked heap; the caller frees them.
    private static func rsaNumbers(pkcs1 key: UnsafeRawBufferPointer) -> [OpaquePointer?]? {
        guard key.count <= longest, let places = RSAKeyInfo.privateNumbers(key) else { return nil }
        let numbers = places.map { place in
            BN_bin2bn(key.address.map { $0 + place.lowerBound }, Int32(place.count), BN_secure_new())
        }
        if numbers.allSatisfy({ $0 != nil }) { return numbers }
        for number in numbers { BN_clear_free(number) }
        return nil
    }

    static func pkcs8(of key: OpaquePointer) throws(CryptoError) -> Secret {
        var numbers = [OpaquePointer?](repeating: nil, count: Int(COPENSSL_RSA_NUMBERS))
        defer { for number in numbers { BN_clear_free(number) } }
        for index in numbers.indices {
            guard EVP_PKEY_get_bn_param(key, copenssl_rsa_number_name(Int32(index)), &numbers[index]) == 1 else {
                throw .unavailable
            }
        }
        // One byte more than the bits need, so that no bit is read as a sign.
        let counts = numbers.map { Int(BN_num_bits($0)) / 8 + 1 }
        let heads = counts.map { RSAKeyInfo.head(0x02, count: $0) }
        let version: [UInt8] = [0x02, 0x01, 0x00]
        let content = version.count + zip(heads, counts).reduce(0) { $0 + $1.0.count + $1.1 }
        let sequence = RSAKeyInfo.head(0x30, count: content) + version
        let inner = sequence.count - version.count + content
        let start = RSAKeyInfo.pkcs8Head(innerCount: inner) + sequence
        return Secret(count: start.count - sequence.count + inner) { memory in
            memory.copyBytes(from: start)
            var at = start.count
            for (index, head) in heads.enumerated() {
                UnsafeMutableRawBufferPointer(rebasing: memory[at...]).copyBytes(from: head)
                at += head.count
                BN_bn2binpad(numbers[index], memory.address.map { $0 + at }, Int32(counts[index]))
                at += counts[index]
            }
        }
    }

    /// Returns `true` if the private half matches the public half.
    static func isConsistent(_ key: OpaquePointer) -> Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        defer { forgetErrors() }
        return EVP_PKEY_pairwise_check(context) == 1
    }
}
