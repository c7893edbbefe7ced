import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// An authority with an intermediate and a signer of messages.
struct CMSSignerFixture {
    let root: CertificateAuthority
    let below: CertificateAuthority
    let identity: SigningIdentity
    let keyPEM: String
    let validator: CertificateValidator

    /// Creates the fixture. The signer's key may be of any type that signs messages.
    init(spki: [UInt8]? = nil, keyPEM: String? = nil, notAfter: Date = TestChain.now + 1_000) throws {
        let start = TestChain.now - 1_000
        root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Root"]), signer: TestKeys.p256(0), notBefore: start,
            notAfter: TestChain.now + 5_000)
        below = try root.intermediate(
            subject: DistinguishedName([.commonName: "Issuing"]), signer: TestKeys.p256(1), notBefore: start,
            notAfter: TestChain.now + 5_000)
        let own = try P256PrivateKey.generate()
        let content = CertificateContent(
            subject: try DistinguishedName([.commonName: "Signer"]), spki: spki ?? own.publicKey.spki, notBefore: start,
            notAfter: notAfter, extensions: [.keyUsage(.digitalSignature)])
        let certificate = try below.issue(content)
        self.keyPEM = try keyPEM ?? own.pem()
        identity = try SigningIdentity(
            certificatesPEM: certificate.pem + below.certificate.pem, keyPEM: self.keyPEM)
        validator = CertificateValidator(anchors: [try TrustAnchor(root.certificate)], profile: .signer)
    }
}

@Suite("Detached CMS signatures")
struct CMSTests {
    private let content = Array("{\"manifest\":true}".utf8)

    @Test("a signature verifies with its chain and signing time")
    func roundTrip() throws {
        let town = try CMSSignerFixture()
        let signature = try town.identity.sign(content, at: TestChain.now - 60)
        let message = try CMSSignedData(signature)
        #expect(message.certificates.count == 2)
        let verified = try message.verify(content, validator: town.validator, at: TestChain.now)
        #expect(verified.signingTime == TestChain.now - 60)
        #expect(
            verified.path.certificates.map(\.encoded) == [
                town.identity.certificate.encoded, town.below.certificate.encoded, town.root.certificate.encoded,
            ])
        #expect(throws: CMSError.contentMismatch) {
            try message.verify(content + [0], validator: town.validator, at: TestChain.now)
        }
        #expect(throws: CMSError.contentMismatch) {
            try message.verify([], validator: town.validator, at: TestChain.now)
        }
        let nothing = try CMSSignedData(town.identity.sign([], at: TestChain.now))
        #expect(throws: Never.self) { try nothing.verify([], validator: town.validator, at: TestChain.now) }
    }

    @Test("signers of each key type verify")
    func keys() throws {
        let (p384, p521) = (try P384PrivateKey.generate(), try P521PrivateKey.generate())
        let rsa = try RSAPrivateKey.generate()
        for (spki, pem) in [
            (p384.publicKey.spki, try p384.pem()), (p521.publicKey.spki, try p521.pem()),
            (rsa.publicKey.spki, try rsa.pem()),
        ] {
            let town = try CMSSignerFixture(spki: spki, keyPEM: pem)
            let message = try CMSSignedData(town.identity.sign(content, at: TestChain.now))
            let verified = try message.verify(content, validator: town.validator, at: TestChain.now)
            #expect(verified.path.publicKey.spki == spki)
        }
    }

    @Test("a signer with an invalid chain is refused with the chain's reason")
    func chains() throws {
        let town = try CMSSignerFixture()
        let message = try CMSSignedData(town.identity.sign(content, at: TestChain.now))
        func reason(_ validator: CertificateValidator, at time: Date = TestChain.now, lists: [RevocationList] = [])
            -> CertificateError.Reason?
        {
            do throws(CMSError) {
                _ = try message.verify(content, validator: validator, at: time, revocationLists: lists)
                return nil
            } catch {
                guard case .certificate(let error) = error else { return nil }
                return error.reason
            }
        }
        #expect(reason(town.validator, at: TestChain.now + 1_000) == .expired)
        #expect(reason(town.validator, at: TestChain.now - 1_001) == .notYetValid)
        let other = try CMSSignerFixture()
        #expect(reason(CertificateValidator(anchors: [], profile: .signer)) == .noPath)
        var validator = town.validator
        validator.profile = .codeSigner
        #expect(reason(validator) == .purpose)
        validator = town.validator
        validator.revocation = .requiredForLeaf
        #expect(reason(validator) == .revocationUnknown)
        let number = Array(town.identity.certificate.serialNumber)
        func list(_ revoked: [[UInt8]]) throws -> RevocationList {
            try town.below.revocationList(
                of: revoked.map { .init(serialNumber: $0, date: TestChain.now - 5, reason: 1) }, number: 1,
                thisUpdate: TestChain.now - 10, nextUpdate: TestChain.now + 10)
        }
        #expect(reason(validator, lists: [try list([number])]) == .revoked)
        #expect(reason(validator, lists: [try list([[1]])]) == nil)
        #expect(throws: CMSError.contentMismatch) {
            try message.verify([1], validator: other.validator, at: TestChain.now)
        }
    }

    @Test("a message without the signer's certificate verifies with one from the caller")
    func elsewhere() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let key = try folder.write(town.keyPEM, "key.pem")
        let own = try folder.write(town.identity.certificate.pem, "own.pem")
        let data = try folder.write(content, "content")
        let out = folder.path + "/out.der"
        let made = try openssl([
            "cms", "-sign", "-binary", "-in", data, "-signer", own, "-inkey", key, "-outform", "DER", "-out", out,
            "-nocerts", "-keyid",
        ])
        #expect(made.status == 0, "\(made.text)")
        let message = try CMSSignedData(folder.read("out.der"))
        #expect(throws: CMSError.signerMissing) {
            try message.verify(content, validator: town.validator, at: TestChain.now)
        }
        let others = [town.below.certificate, town.identity.certificate]
        #expect(throws: Never.self) {
            try message.verify(content, validator: town.validator, at: TestChain.now, others: others)
        }
    }

    @Test("no changed byte gives a message of another signer, time or content")
    func mutations() throws {
        let town = try CMSSignerFixture()
        let good = try town.identity.sign(content, at: TestChain.now - 60)
        let signer = town.identity.certificate.encoded
        var accepted = 0
        for place in good.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = good
                changed[place] ^= change
                guard let message = try? CMSSignedData(changed),
                    let verified = try? message.verify(content, validator: town.validator, at: TestChain.now)
                else { continue }
                // The version and the outer content type are not signed.
                accepted += 1
                #expect(verified.path.leaf.encoded == signer)
                #expect(verified.signingTime == TestChain.now - 60)
            }
        }
        #expect(accepted < 8, "\(accepted) changes left it as it was")
        for count in stride(from: 0, to: good.count, by: 11) {
            #expect(throws: CMSError.self) { try CMSSignedData(Array(good.prefix(count))) }
        }
        #expect(throws: CMSError.self) { try CMSSignedData(good + [0]) }
    }
}
