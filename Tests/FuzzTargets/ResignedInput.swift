import JourneyCrypto

/// Re-signs a fuzzer's input, so that it reaches the code behind the signature check.
enum ResignedInput {
    /// Returns `input` as a certificate or a revocation list: its first part, signed by `Fixed.signer`.
    static func body(of input: [UInt8]) -> [UInt8]? {
        guard var reader = try? DERReader.element(.sequence, in: input[...]).reader(), let body = try? reader.next(),
            let algorithm = try? reader.next(), let signature = signature(of: Array(body.encoded), by: Fixed.signer)
        else { return nil }
        return DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.raw(body.encoded)
                writer.raw(algorithm.encoded)
                writer.bitString(signature)
            }
        }
    }

    /// Returns `input` as a signed message: its signer's attributes, signed by `Fixed.subject`.
    static func message(_ input: [UInt8]) -> [UInt8]? {
        let limits = DERLimits(bytes: 64 << 10, depth: 24)
        guard let whole = try? DERReader.element(.sequence, in: input[...], limits: limits) else { return nil }
        return signedLast(whole, levels: 4)
    }

    /// Descends ContentInfo, [0], SignedData, signerInfos, SignerInfo: in each, the next is the last part (RFC 5652, section
    /// 5.1).
    private static func signedLast(_ element: DERElement, levels: Int) -> [UInt8]? {
        if levels == 0 { return signer(element) }
        guard var parts = try? element.elements(limit: 64), let last = parts.popLast(),
            let inner = signedLast(last, levels: levels - 1)
        else { return nil }
        return DERWriter.bytes { writer in
            writer.element(element.tag) { writer in
                for part in parts { writer.raw(part.encoded) }
                writer.raw(inner)
            }
        }
    }

    /// Returns the signer with a new signature over its attributes, which are signed as a SET (RFC 5652, section 5.4).
    private static func signer(_ element: DERElement) -> [UInt8]? {
        guard let parts = try? element.elements(limit: 16),
            let attributes = parts.last(where: { $0.tag == .context(0, isConstructed: true) }),
            let place = parts.lastIndex(where: { $0.tag == .octetString }),
            let signature = signature(
                of: [DERTag.set.rawValue] + attributes.encoded.dropFirst(), by: Fixed.subject)
        else { return nil }
        return DERWriter.bytes { writer in
            writer.element(element.tag) { writer in
                for (index, part) in parts.enumerated() {
                    if index == place { writer.octetString(signature) } else { writer.raw(part.encoded) }
                }
            }
        }
    }

    private static func signature(of message: [UInt8], by key: P256PrivateKey) -> [UInt8]? {
        (try? key.sign(message)).flatMap { ECDSASignature.der(raw: $0, curve: .p256) }
    }
}
