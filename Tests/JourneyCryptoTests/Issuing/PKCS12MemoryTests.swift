import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Checks that a password-protected file leaves no copy of its password and key.
@Suite(
    "PKCS#12 in memory", .serialized, .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct PKCS12MemoryTests {
    @Test("the password is wiped after writing, reading and refusing a file")
    func password() throws {
        let town = try CMSSignerFixture()
        let (right, wrong) = try use(town.identity)
        #expect(try right.count() == 0)
        #expect(try wrong.count() == 0)
    }

    private func use(_ identity: SigningIdentity) throws -> (MemoryScan, MemoryScan) {
        let (password, other) = (Secret.letters(24), Secret.letters(24))
        let scans = (MemoryScan(for: Self.wide(password)), MemoryScan(for: password))
        let file = try identity.pkcs12(password: password, name: "signer")
        #expect(try SigningIdentity(pkcs12: file, password: password).certificate == identity.certificate)
        #expect(throws: CryptoError.authenticationFailed) { try SigningIdentity(pkcs12: file, password: other) }
        #expect(try scans.1.count() == 1)
        withExtendedLifetime(password) {}
        return scans
    }

    /// Returns the password in the encoding of the format's key derivation: big-endian UTF-16 (RFC 7292, appendix B.1).
    private static func wide(_ password: Secret) -> Secret {
        Secret(count: password.count * 2) { memory in
            password.withBytes { for (index, byte) in $0.enumerated() { memory[2 * index + 1] = byte } }
        }
    }

    @Test("a key read from a file is wiped with its identity")
    func key() throws {
        let files = try KeyFiles("signer")
        let scratch = try Scratch()
        let path = scratch.path + "/key.p12"
        let made = try openssl([
            "pkcs12", "-export", "-inkey", files.keyFile, "-in", files.certificateFile, "-passout", "pass:p", "-out",
            path,
        ])
        #expect(made.status == 0, "\(made.text)")
        let number = try files.numberScan()
        var identity: SigningIdentity? = try SigningIdentity(
            pkcs12: scratch.read("key.p12"), password: Secret(copying: "p".utf8))
        #expect(try identity?.sign([1], at: TestChain.now).isEmpty == false)
        #expect(try number.count() == 1)
        identity = nil
        #expect(try number.count() == 0)
    }
}
