extension RSAPublicKey {
    /// The key as PEM `PUBLIC KEY` (RFC 7468, section 13).
    public var pem: String { PEMText.text("PUBLIC KEY", spki) }

    /// The longest file accepted, in bytes: a key of 8,192 bits takes 1,500 as PEM.
    private static let longestFile = 16 << 10

    /// Creates the key from a DER RSAPublicKey (RFC 8017, appendix A.1.1) in its canonical form. Throws `CryptoError.keyInvalid`.
    init(pkcs1: [UInt8]) throws(CryptoError) {
        guard pkcs1.count <= 2 * RSAPublicKey.bits.upperBound / 8, let numbers = RSAKeyInfo.numbers(pkcs1: pkcs1),
            RSAKeyInfo.pkcs1(modulus: numbers.modulus, exponent: numbers.exponent) == pkcs1
        else { throw .keyInvalid }
        try self.init(modulus: numbers.modulus, exponent: numbers.exponent)
    }

    /// Creates the key from a file in one of four forms: PEM `PUBLIC KEY` or `RSA PUBLIC KEY` (RFC 7468), DER
    /// SubjectPublicKeyInfo, DER RSAPublicKey. PEM must hold exactly one block. Throws `CryptoError.keyInvalid`.
    package init(file: [UInt8]) throws(CryptoError) {
        guard file.count <= RSAPublicKey.longestFile else { throw .keyInvalid }
        guard let text = String(validating: file, as: UTF8.self), text.contains("-----BEGIN ") else {
            if let numbers = RSAKeyInfo.read(file) {
                try self.init(modulus: numbers.modulus, exponent: numbers.exponent)
            } else {
                try self.init(pkcs1: file)
            }
            return
        }
        let infos = try? PEMText.blocks("PUBLIC KEY", in: text, limit: 2)
        let plain = try? PEMText.blocks("RSA PUBLIC KEY", in: text, limit: 2)
        switch (infos ?? [], plain ?? []) {
        case (let blocks, let none) where blocks.count == 1 && none.isEmpty: try self.init(spki: blocks[0])
        case (let none, let blocks) where blocks.count == 1 && none.isEmpty: try self.init(pkcs1: blocks[0])
        default: throw .keyInvalid
        }
    }
}
