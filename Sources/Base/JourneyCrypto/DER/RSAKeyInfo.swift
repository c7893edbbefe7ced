import JourneyBase

/// The DER SubjectPublicKeyInfo of an RSA key (RFC 3279, section 2.3.1): a fixed header, then two integers.
enum RSAKeyInfo {
    /// The length in bits of the longest accepted modulus.
    static let mostBits = 8_192

    /// SEQUENCE { rsaEncryption, NULL }.
    private static let algorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    static func write(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        element(0x30, algorithm + element(0x03, [0] + pkcs1(modulus: modulus, exponent: exponent)))
    }

    /// Returns the RSAPublicKey of the two integers (RFC 8017, appendix A.1.1).
    static func pkcs1(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        element(0x30, element(0x02, positive(modulus)) + element(0x02, positive(exponent)))
    }

    /// Returns the integers of `spki`, or `nil` unless it is exactly the output of `write` for them.
    static func read(_ spki: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
        guard spki.count <= 2 * RSAKeyInfo.mostBits / 8 else { return nil }
        var rest = spki[...]
        guard var info = take(0x30, from: &rest), rest.isEmpty, info.starts(with: algorithm) else { return nil }
        info = info.dropFirst(algorithm.count)
        guard var bits = take(0x03, from: &info), info.isEmpty, bits.popFirst() == 0,
            let numbers = numbers(pkcs1: Array(bits))
        else { return nil }
        // Rejects negative numbers and encodings that are not the shortest.
        return write(modulus: numbers.modulus, exponent: numbers.exponent) == spki ? numbers : nil
    }

    /// Returns the integers of `pkcs1`, without leading zeros.
    static func numbers(pkcs1: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
        var rest = pkcs1[...]
        guard var key = take(0x30, from: &rest), rest.isEmpty, let modulus = take(0x02, from: &key),
            let exponent = take(0x02, from: &key), key.isEmpty
        else { return nil }
        return (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
    }

    /// Returns the PKCS#8 header (RFC 5958) of a private key of `innerCount` bytes: version 0 and the algorithm.
    static func pkcs8Head(innerCount: Int) -> [UInt8] {
        let content = [0x02, 0x01, 0x00] + algorithm + head(0x04, count: innerCount)
        return head(0x30, count: content.count + innerCount) + content
    }

    /// Returns the range of the private key in `pkcs8`, or `nil` when `pkcs8` contains anything else.
    static func pkcs1(in pkcs8: Secret) -> Range<Int>? {
        // The header's length varies only for short keys, which are not accepted.
        let head = pkcs8Head(innerCount: max(0, pkcs8.count - 26))
        return pkcs8.count > 26 && pkcs8.withBytes { $0.starts(with: head) } ? head.count..<pkcs8.count : nil
    }

    private static func positive(_ number: [UInt8]) -> [UInt8] {
        (number.first ?? 0x80) >= 0x80 ? [0] + number : number
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        head(tag, count: content.count) + content
    }

    /// Returns the tag and length of an element with `count` bytes.
    static func head(_ tag: UInt8, count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [tag, UInt8(count)]
        case ..<0x100: [tag, 0x81, UInt8(count)]
        default: [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }

    private static func take(_ tag: UInt8, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var count = Int(first)
        if first >= 0x80 {
            guard first == 0x81 || first == 0x82, rest.count >= Int(first & 3) else { return nil }
            count = rest.prefix(Int(first & 3)).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(Int(first & 3))
        }
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Returns the ranges of the eight integers of a two-prime private key in PKCS#1 form (RFC 8017, appendix A.1.2), without the
    /// zero before a high bit. Returns `nil` unless the input is strict DER of exactly those.
    static func privateNumbers(_ key: UnsafeRawBufferPointer) -> [Range<Int>]? {
        guard let whole = DERLocator.content(0x30, of: key, from: 0), whole.upperBound == key.count,
            let version = DERLocator.content(0x02, of: key, from: whole.lowerBound), version.count == 1,
            key[version.lowerBound] == 0
        else { return nil }
        var places: [Range<Int>] = []
        var at = version.upperBound
        while at < whole.upperBound {
            guard let number = DERLocator.content(0x02, of: key, from: at), let first = number.first, key[first] < 0x80
            else {
                return nil
            }
            let hasZero = key[first] == 0
            guard !hasZero || (number.count > 1 && key[first + 1] >= 0x80) else { return nil }
            places.append(first + (hasZero ? 1 : 0)..<number.upperBound)
            at = number.upperBound
        }
        return places.count == 8 ? places : nil
    }
}
