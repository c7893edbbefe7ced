import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Wycheproof's vectors of signatures, besides the defaults of a curve or key size.
@Suite("Wycheproof's other signature vectors", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct WycheproofSignatureTests {
    typealias CurveFile = (name: String, curve: EllipticCurve, hash: HashAlgorithm)
    typealias RSAFile = (name: String, algorithm: SignatureAlgorithm)

    static let raw: [CurveFile] = [
        ("ecdsa_secp256r1_sha512_p1363", .p256, .sha512), ("ecdsa_secp384r1_sha384_p1363", .p384, .sha384),
        ("ecdsa_secp384r1_sha512_p1363", .p384, .sha512), ("ecdsa_secp521r1_sha512_p1363", .p521, .sha512),
    ]
    static let der: [CurveFile] = [
        ("ecdsa_secp256r1_sha512", .p256, .sha512), ("ecdsa_secp384r1_sha256", .p384, .sha256),
        ("ecdsa_secp384r1_sha512", .p384, .sha512), ("ecdsa_secp521r1_sha512", .p521, .sha512),
    ]
    static let pkcs1: [RSAFile] = [
        ("rsa_signature_2048_sha384", .rs384), ("rsa_signature_2048_sha512", .rs512),
        ("rsa_signature_3072_sha256", .rs256), ("rsa_signature_3072_sha384", .rs384),
        ("rsa_signature_3072_sha512", .rs512), ("rsa_signature_4096_sha256", .rs256),
        ("rsa_signature_4096_sha384", .rs384), ("rsa_signature_4096_sha512", .rs512),
        ("rsa_signature_8192_sha256", .rs256), ("rsa_signature_8192_sha384", .rs384),
        ("rsa_signature_8192_sha512", .rs512),
    ]
    static let pss: [RSAFile] = [
        ("rsa_pss_2048_sha256_mgf1_32", .ps256), ("rsa_pss_2048_sha384_mgf1_48", .ps384),
        ("rsa_pss_3072_sha256_mgf1_32", .ps256), ("rsa_pss_4096_sha256_mgf1_32", .ps256),
        ("rsa_pss_4096_sha384_mgf1_48", .ps384), ("rsa_pss_4096_sha512_mgf1_64", .ps512),
    ]
    /// Vectors of signature generation, with any hash function.
    static let made = ["rsa_pkcs1_2048_sig_gen", "rsa_pkcs1_3072_sig_gen", "rsa_pkcs1_4096_sig_gen"]

    private func verifies<Curve: NamedCurve>(
        _ test: Wycheproof.Case, on: Curve.Type, hash: HashAlgorithm, isRaw: Bool
    ) throws -> Bool {
        let key = try ECPublicKey<Curve>(spki: test.bytes("publicKeyDer"))
        let (signature, message) = (try test.bytes("sig"), try test.bytes("msg"))
        return isRaw
            ? key.verifies(signature, of: message, hash: hash)
            : key.verifies(der: signature, of: message, hash: hash)
    }

    @Test(
        "ECDSA on every curve with every digest matches the vectors, raw and in DER",
        arguments: raw.map { ($0, true) } + der.map { ($0, false) })
    func ecdsa(one: CurveFile, isRaw: Bool) throws {
        let file = try Wycheproof(one.name)
        var totals: [String: Int] = [:]
        for test in file.cases {
            let isGood =
                switch one.curve {
                case .p256: try verifies(test, on: P256.self, hash: one.hash, isRaw: isRaw)
                case .p384: try verifies(test, on: P384.self, hash: one.hash, isRaw: isRaw)
                case .p521: try verifies(test, on: P521.self, hash: one.hash, isRaw: isRaw)
                }
            #expect(isGood == (test.result == "valid"), "\(test.id) \(test.result) \(test.flags)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("RSA of every size with every digest matches the vectors, PKCS#1 v1.5 and PSS", arguments: pkcs1 + pss)
    func rsa(one: RSAFile) throws {
        let file = try Wycheproof(one.name)
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = try RSAPublicKey(spki: test.bytes("publicKeyDer"))
            let isGood = try key.verifies(test.bytes("sig"), of: test.bytes("msg"), with: one.algorithm)
            // The acceptable ones omit a NULL in the digest's identifier.
            #expect(isGood == (test.result == "valid"), "\(test.id) \(test.result) \(test.flags)")
            totals[test.result == "acceptable" ? "acceptable, refused" : test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("PKCS#1 v1.5 signatures equal the vectors bit for bit for each supported digest", arguments: made)
    func make(name: String) throws {
        let file = try Wycheproof(name)
        let known: [String: SignatureAlgorithm] = ["SHA-256": .rs256, "SHA-384": .rs384, "SHA-512": .rs512]
        var keys: [[UInt8]: RSAPrivateKey] = [:]
        var totals: [String: Int] = [:]
        for test in file.cases {
            guard let algorithm = known[test.group["sha"]?.string ?? ""], test.result != "invalid" else {
                totals["another digest, not made", default: 0] += 1
                continue
            }
            let pkcs8 = try test.bytes("privateKeyPkcs8")
            let key = try keys[pkcs8] ?? RSAPrivateKey(pkcs8: Secret(copying: pkcs8))
            keys[pkcs8] = key
            #expect(try key.sign(test.bytes("msg"), with: algorithm) == test.bytes("sig"), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }
}
