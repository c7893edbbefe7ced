import COpenSSL
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Private key files from the `openssl` command; OpenSSL's own reader is the reference.
@Suite("Private key files")
struct PrivateKeyFileTests {
    private static let kinds: [[String]] =
        ["P-256", "P-384", "P-521"].map { ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\($0)"] }
        + [["-algorithm", "ED25519"], ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]]

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Creates a key file with `openssl` and these arguments, and returns its path.
    private func make(_ arguments: [String]) throws -> String {
        let file = scratch.path + "/key.pem"
        #expect(try openssl(["genpkey"] + arguments + ["-out", file]).status == 0)
        return file
    }

    /// Returns the key as `openssl` converts it with these arguments.
    private func written(_ file: String, _ arguments: [String]) throws -> Secret {
        let out = scratch.path + "/written"
        #expect(try openssl(arguments + ["-in", file, "-out", out]).status == 0)
        return try Secret(file: out)
    }

    private func isSame(_ file: Secret, as original: Secret) throws -> Bool {
        let judge = original.withBytes { bytes in
            let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(bio) }
            return PEM_read_bio_PrivateKey(bio, nil, nil, nil)
        }
        let key = try PrivateKeyFile.key(file)
        defer {
            EVP_PKEY_free(key)
            EVP_PKEY_free(judge)
        }
        return EVP_PKEY_eq(key, judge) == 1 && signs(key, for: judge)
    }

    /// Returns `true` if `judge` verifies a signature of `key`. An RSA key exposes no private number to compare.
    private func signs(_ key: OpaquePointer, for judge: OpaquePointer?) -> Bool {
        let (signing, verifying) = (EVP_MD_CTX_new(), EVP_MD_CTX_new())
        defer { for context in [signing, verifying] { EVP_MD_CTX_free(context) } }
        let digest = EVP_PKEY_is_a(key, "ED25519") == 1 ? nil : EVP_sha256()
        let message = Array("message".utf8)
        var signature = [UInt8](repeating: 0, count: 1_024)
        var count = signature.count
        return EVP_DigestSignInit(signing, nil, digest, nil, key) == 1
            && EVP_DigestSign(signing, &signature, &count, message, message.count) == 1
            && EVP_DigestVerifyInit(verifying, nil, digest, nil, judge) == 1
            && EVP_DigestVerify(verifying, signature, count, message, message.count) == 1
    }

    @Test("PKCS#8 is read in PEM and DER for each key type", arguments: kinds)
    func pkcs8(kind: [String]) throws {
        let file = try make(kind)
        let original = try Secret(file: file)
        #expect(try isSame(original, as: original))
        let der = try written(file, ["pkcs8", "-topk8", "-nocrypt", "-outform", "der"])
        #expect(try isSame(der, as: original))
    }

    @Test("older formats are read: SEC 1, also with curve parameters, and PKCS#1")
    func older() throws {
        for kind in PrivateKeyFileTests.kinds.prefix(3) {
            let file = try make(kind)
            let original = try Secret(file: file)
            for form in ["pem", "der"] {
                #expect(try isSame(written(file, ["ec", "-outform", form]), as: original))
            }
            let parameters = try written(file, ["ec", "-param_out"])
            let key = try written(file, ["ec"])
            #expect(try isSame(joined(parameters, key), as: original))
        }
        let file = try make(PrivateKeyFileTests.kinds[4])
        for form in ["pem", "der"] {
            #expect(
                try isSame(written(file, ["rsa", "-traditional", "-outform", form]), as: Secret(file: file)))
        }
    }

    @Test("encrypted keys and other kinds are refused")
    func refused() throws {
        let file = try make(PrivateKeyFileTests.kinds[0])
        let password = ["-passout", "pass:word"]
        let others = try [
            written(file, ["pkcs8", "-topk8"] + password), written(file, ["ec", "-aes128"] + password),
            written(file, ["pkey", "-pubout"]),
            Secret(file: make(["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"])),
            Secret(file: make(["-algorithm", "X25519"])), Secret(file: make(["-algorithm", "ED448"])), .empty,
        ]
        for other in others { #expect(throws: CryptoError.keyInvalid) { EVP_PKEY_free(try PrivateKeyFile.key(other)) } }
    }

    @Test("a truncated or extended key file is refused", arguments: [kinds[0], kinds[3]])
    func cut(kind: [String]) throws {
        let file = try make(kind)
        let der = try written(file, ["pkcs8", "-topk8", "-nocrypt", "-outform", "der"])
        for count in 0..<der.count {
            #expect(throws: CryptoError.keyInvalid) { EVP_PKEY_free(try PrivateKeyFile.key(der.prefix(count))) }
        }
        let longer = joined(der, Secret(copying: [0]))
        #expect(throws: CryptoError.keyInvalid) { EVP_PKEY_free(try PrivateKeyFile.key(longer)) }
        let pem = try Secret(file: file)
        let unended = pem.prefix(pem.count - 6)
        #expect(throws: CryptoError.keyInvalid) { EVP_PKEY_free(try PrivateKeyFile.key(unended)) }
    }

    private func joined(_ first: Secret, _ second: Secret) -> Secret {
        Secret(count: first.count + second.count) { memory in
            first.withBytes { memory.copyMemory(from: $0) }
            second.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[first.count...]).copyMemory(from: $0) }
        }
    }
}
