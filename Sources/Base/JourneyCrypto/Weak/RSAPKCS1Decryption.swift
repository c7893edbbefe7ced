package import JourneyBase

/// The counterpart of `RSAPKCS1Encryption.swift`, for a sandbox service that receives such a PIN.
extension RSAPrivateKey {
    /// Decrypts `ciphertext` with implicit rejection: wrong padding gives a substitute message and is never reported.
    ///
    /// An answer that distinguishes valid from invalid padding is a decryption oracle (Bleichenbacher). For wrong padding, the
    /// result and its length therefore depend only on the key and the ciphertext; a caller that expects a PIN gets a wrong one.
    /// The choice between message and substitute has no branches. Throws `CryptoError.authenticationFailed` for publicly
    /// detectable errors: another length, or a number that is not below the modulus.
    package func decryptPKCS1(_ ciphertext: [UInt8]) throws(CryptoError) -> Secret {
        guard ciphertext.count == publicKey.byteCount, ciphertext.lexicographicallyPrecedes(publicKey.modulus) else {
            throw .authenticationFailed
        }
        let frame = try platform.decryptRaw(ciphertext)
        let substitute = ImplicitRejection(key: try platform.pkcs8(), ciphertext: ciphertext)
        return substitute.choose(frame)
    }
}

/// The substitute for a message with wrong padding, after the construction of draft-irtf-cfrg-rsa-guidance, section 7.
struct ImplicitRejection {
    private let derivationKey: Secret

    /// Creates the substitute; `key` is the private key in its canonical encoding.
    init(key: Secret, ciphertext: [UInt8]) {
        let fixed = HKDFSHA256.derive(from: key, salt: [], info: Array("implicit rejection".utf8), count: 32)
        derivationKey = HKDFSHA256.derive(from: fixed, salt: [], info: ciphertext, count: 32)
    }

    /// Returns the message of `frame`, 0 ‖ 2 ‖ padding ‖ 0 ‖ message, or the substitute.
    func choose(_ frame: Secret) -> Secret {
        let most = frame.count - 11
        let substitute = stream("message", count: frame.count)
        let substituteLength = length(upTo: most)
        var count = 0
        let room = Secret(count: frame.count) { out in
            frame.withBytes { frame in
                substitute.withBytes { substitute in
                    count = ImplicitRejection.unpad(frame, substitute, substituteLength, into: out)
                }
            }
        }
        let length = count
        return room.withBytes { bytes in
            Secret(count: length) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<length])) }
        }
    }

    private func stream(_ purpose: String, count: Int) -> Secret {
        HKDFSHA256.derive(from: derivationKey, salt: [], info: Array(purpose.utf8), count: count)
    }

    /// Returns a length from 0 to `most`: the last of 128 candidates that is not greater.
    private func length(upTo most: Int) -> Int {
        var mask = 1
        while mask <= most { mask *= 2 }
        mask -= 1
        return stream("length", count: 256).withBytes { bytes in
            var length = 0
            for index in stride(from: 0, to: bytes.count, by: 2) {
                let candidate = (Int(bytes[index]) << 8 | Int(bytes[index + 1])) & mask
                let isSmall = ImplicitRejection.isLess(candidate, most + 1)
                length = (candidate & isSmall) | (length & ~isSmall)
            }
            return length
        }
    }

    /// Writes message or substitute to the start of `out` and returns its length. Reads every byte and branches on none; only the
    /// resulting length is observable, in both cases.
    private static func unpad(
        _ frame: UnsafeRawBufferPointer, _ substitute: UnsafeRawBufferPointer, _ substituteLength: Int,
        into out: UnsafeMutableRawBufferPointer
    ) -> Int {
        let count = frame.count
        var separator = 0
        var isFound = 0
        for index in 2..<count {
            let isSeparator = isZero(Int(frame[index])) & ~isFound
            separator |= index & isSeparator
            isFound |= isSeparator
        }
        // Two frame bytes, then at least eight bytes of padding.
        let isGood = isZero(Int(frame[0])) & isZero(Int(frame[1]) ^ 2) & isFound & ~isLess(separator, 10)
        let length = ((count - 1 - separator) & isGood) | (substituteLength & ~isGood)
        for index in 0..<count { out[index] = choose(isGood, frame[index], substitute[index]) }
        // Both are at the end: moved to the front by powers of two, in constant time.
        var step = 1
        while step < count {
            let isMoved = ~isZero((count - length) & step)
            for index in 0..<count - step { out[index] = choose(isMoved, out[index + step], out[index]) }
            step *= 2
        }
        return length
    }

    private static func choose(_ mask: Int, _ a: UInt8, _ b: UInt8) -> UInt8 {
        let mask = UInt8(truncatingIfNeeded: mask)
        return (a & mask) | (b & ~mask)
    }

    /// Returns all ones when `value`, which is not negative, is zero; otherwise zero.
    private static func isZero(_ value: Int) -> Int { ~(value | -value) >> (Int.bitWidth - 1) }

    /// Returns all ones when `a` is less than `b`, neither of them negative; otherwise zero.
    private static func isLess(_ a: Int, _ b: Int) -> Int { (a - b) >> (Int.bitWidth - 1) }
}
