import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import CashBaba

@Suite("PIN encryption with the partner's key")
struct EncryptorTests {
    private let key: RSAPrivateKey

    init() throws { key = try TestWallet.key.get() }

    private func decrypted(_ text: String) throws -> String {
        let bytes = Array(try #require(Data(base64Encoded: text)))
        return try key.decryptPKCS1(bytes).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("an encrypted PIN decrypts to itself, differs each time, and has 344 characters with padding")
    func roundTrip() throws {
        let encryptor = Encryptor(key: key.publicKey)
        let texts = try (0..<3).map { _ in try encryptor.encrypt(TestWallet.pin("05917")) }
        #expect(Set(texts).count == 3)
        for text in texts {
            #expect(text.count == 344 && text.hasSuffix("=="))
            #expect(try decrypted(text) == "05917")
        }
    }

    @Test("digits of other scripts are encrypted as ASCII")
    func scripts() throws {
        let text = try Encryptor(key: key.publicKey).encrypt(TestWallet.pin("০৫৯১৭"))
        #expect(try decrypted(text) == "05917")
    }

    @Test("OAEP is used where the environment selects it")
    func oaep() throws {
        let text = try Encryptor(key: key.publicKey).encrypt(TestWallet.pin("05917"), padding: .oaep(.sha256))
        let bytes = Array(try #require(Data(base64Encoded: text)))
        #expect(try key.decryptOAEP(bytes).withBytes { String(decoding: $0, as: UTF8.self) } == "05917")
    }

    @Test(
        "an invalid PIN is an error, not an empty text",
        arguments: ["", "12a45", "1234567890123", "-1234", "1\n234", String(repeating: "1", count: 200)])
    func noPIN(text: String) {
        #expect(throws: SDKError.self) { try Encryptor(key: key.publicKey).encrypt(TestWallet.pin(text)) }
    }

    @Test("OpenSSL decrypts the PIN, and its keys are accepted in all four formats")
    func openSSL() throws {
        let scratch = try Scratch()
        func file(_ name: String) -> String { scratch.path + "/" + name }
        func openssl(_ arguments: String...) throws -> CommandResult {
            let result = try run("openssl", arguments)
            #expect(result.status == 0, "\(arguments.first ?? "")")
            return result
        }
        _ = try openssl("genrsa", "-out", file("key.pem"), "2048")
        _ = try openssl("rsa", "-in", file("key.pem"), "-pubout", "-out", file("spki.pem"))
        _ = try openssl("rsa", "-in", file("key.pem"), "-pubout", "-outform", "der", "-out", file("spki.der"))
        _ = try openssl("rsa", "-in", file("key.pem"), "-RSAPublicKey_out", "-out", file("pkcs1.pem"))
        _ = try openssl(
            "rsa", "-in", file("key.pem"), "-RSAPublicKey_out", "-outform", "der", "-out", file("pkcs1.der"))
        #expect(try scratch.read("spki.der").count == 294)
        for name in ["spki.pem", "spki.der", "pkcs1.pem", "pkcs1.der"] {
            let text = try Encryptor(file: try scratch.read(name)).encrypt(TestWallet.pin("05917"))
            let bytes = Array(try #require(Data(base64Encoded: text)))
            _ = try scratch.write(bytes, "cipher")
            let plain = try openssl(
                "pkeyutl", "-decrypt", "-inkey", file("key.pem"), "-in", file("cipher"), "-pkeyopt",
                "rsa_padding_mode:pkcs1")
            #expect(plain.text == "05917", "\(name)")
        }
    }

    @Test("a file without exactly one valid key is refused")
    func badFiles() throws {
        let spki = key.publicKey.spki
        let pem = { (label: String, bytes: [UInt8]) in
            "-----BEGIN \(label)-----\n\(Data(bytes).base64EncodedString())\n-----END \(label)-----\n"
        }
        let good = pem("PUBLIC KEY", spki)
        #expect(throws: Never.self) { try Encryptor(file: Array(good.utf8)) }
        let short = [UInt8](spki.dropLast())
        let bad: [[UInt8]] = [
            [], Array("no key".utf8), short, spki + [0], [UInt8](repeating: 0x30, count: 20_000),
            Array((good + good).utf8), Array((good + pem("RSA PUBLIC KEY", spki)).utf8),
            Array(pem("CERTIFICATE", spki).utf8),
            Array(pem("RSA PUBLIC KEY", spki).utf8), Array(pem("PUBLIC KEY", short).utf8),
            Array(good.dropLast(12).utf8), Array(good.replacing("M", with: "*").utf8),
        ]
        for (index, file) in bad.enumerated() {
            #expect(throws: SDKError.self, "\(index)") { try Encryptor(file: file) }
        }
    }
}
