import Testing

@Suite("Cryptography is limited as docs/reference/crypto.md says")
struct CryptoTests {
    private let document: String

    init() throws { document = try Tree.package.text("docs/reference/crypto.md") }

    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

    @Test("weak algorithms are used only in the published files")
    func weakAlgorithms() throws {
        let rule = WeakAlgorithms(document: document)
        #expect(rule.published.count >= 3)
        let complaints = rule.complaints(try Tree.swiftFiles.get() + Tree.otherFiles.get())
        #expect(complaints == [])
    }

    @Test(
        "code that names a weak algorithm is reported, in text too, but not in a comment",
        arguments: [
            ("EVP_sha1()", "SHA-1"), ("Insecure.SHA1.hash(data: a)", "SHA-1"), (#"fetch(nil, "SHA-1", nil)"#, "SHA-1"),
            ("rsaEncryptionOAEPSHA1", "SHA-1"), ("let sha_1 = 1", "SHA-1"), ("EVP_md5()", "MD5"),
            (#"hash("MD5")"#, "MD5"), (#"cipher("AES-256-ECB")"#, "ECB"), ("EVP_aes_256_ecb()", "ECB"),
            ("key.encryptPKCS1(pin)", "encryption"), (".rsaEncryptionPKCS1", "encryption"),
            (#""RSA1_5""#, "encryption"),
            ("set(context, RSA_NO_PADDING)", "encryption"), ("RSA_PKCS1_PADDING", "padding"),
        ])
    func weakCode(text: String, algorithm: String) {
        let rule = WeakAlgorithms(document: "")
        let complaints = rule.complaints([file("Systems/Card/Card.swift", text)])
        #expect(complaints.count == 1 && complaints[0].contains(algorithm), "\(complaints)")
        #expect(rule.complaints([file("a.swift", "// \(text)\n/* \(text) */")]) == [])
    }

    @Test(
        "a name that only resembles a weak algorithm is not reported",
        arguments: [
            "SHA128", "sha15", "sha256", "sechaband.ecbatana", "RSA_PKCS1_PSS_PADDING",
            "rsaSignatureMessagePKCS1v15SHA256",
        ])
    func strongCode(text: String) {
        #expect(WeakAlgorithms(document: "").complaints([file("a.swift", text)]) == [])
    }

    @Test("an exception covers one algorithm in one file and must be used")
    func exceptions() {
        let table = "| algorithm | where | why |\n|---|---|---|\n| MD5 | `A/B/C.swift`, `A/B/D.swift` | a reason |\n"
        let rule = WeakAlgorithms(document: table)
        let (c, d) = (file("A/B/C.swift", "md5()"), file("A/B/D.swift", "md5()"))
        #expect(rule.complaints([c, d]) == [])
        #expect(rule.complaints([c]).count == 1)
        #expect(rule.complaints([c, d, file("A/B/E.swift", "md5()")]).count == 1)
        #expect(rule.complaints([c, file("A/B/D.swift", "md5(sha1())")]).count == 1)
        #expect(WeakAlgorithms(document: table.replacing("MD5", with: "DES")).complaints([]).count == 1)
    }

    @Test("the system's random generator is called in one place, once for all bytes needed")
    func randomness() throws {
        let names = /SystemRandomNumberGenerator|arc4random|getrandom|SecRandomCopyBytes/
        let files = try Tree.swiftFiles.get().filter { $0.text.code.contains { $0.contains(names) } }
        let folder = "Base/JourneyBase"
        #expect(
            Set(files.map(\.path)) == [
                "\(folder)/Apple/SystemRandom+Filling.swift", "\(folder)/Linux/SystemRandom+Filling.swift",
            ])
    }

    @Test("secrets are copied from ordinary memory only in the published files")
    func secrets() throws {
        let rule = SecretSources(document: document)
        #expect(rule.published.count >= 3)
        let complaints = rule.complaints(try Tree.swiftFiles.get())
        #expect(complaints == [])
    }

    @Test(
        "code that copies a secret from ordinary memory is reported",
        arguments: [
            "let a = Secret(copying: token.utf8)", "let a: Secret = .init(copying: bytes)", "Secret.init(copying: a)",
            "Secret(\n    copying: a)", "extension Secret {\n    init(_ text: String) {}\n}",
            "public final class MyPrivateKey {\n    public convenience init(raw: [UInt8]) throws {}\n}",
            "extension A.HMACKey {\n  struct B {}\n  init<E: Error>(\n    a: Int,\n    b: some Collection<UInt8>) {}\n}",
            "extension CardAgreementKey {\n    init(data: Data) {}\n}",
        ])
    func secretCode(text: String) {
        let complaints = SecretSources(document: "").complaints([file("A/B/C.swift", text)])
        #expect(complaints.count == 1, "\(complaints)")
        let table = "| made from ordinary memory | where | why it may be |\n|---|---|---|\n| a | `A/B/C.swift` | b |\n"
        #expect(SecretSources(document: table).complaints([file("A/B/C.swift", text)]) == [])
        #expect(SecretSources(document: table).complaints([]).count == 1)
    }

    @Test(
        "code that does not copy a secret is not reported",
        arguments: [
            "let a = Secret(count: 3) { _ in }", "// Secret(copying: a)",
            "extension Secret {\n    init(_ a: Secret) {}\n}",
            "struct PublicKey {\n    init(x963: [UInt8]) {}\n}",
            "extension Secret {}\nstruct A {\n    init(_ a: String) {}\n}",
            "extension MyPrivateKey {\n    struct Text {\n        init(_ a: String) {}\n    }\n}", "copy(copying: a)",
        ])
    func harmlessCode(text: String) {
        #expect(SecretSources(document: "").complaints([file("A/B/C.swift", text)]) == [])
    }
}
