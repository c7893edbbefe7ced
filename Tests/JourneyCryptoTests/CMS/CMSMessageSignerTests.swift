import Foundation
import Testing

@testable import JourneyCrypto

@Suite("Detached CMS signatures by an elliptic-curve key")
struct CMSMessageSignerTests {
    private let content = Array("binding data".utf8)

    private func check<Curve>(_ key: ECPrivateKey<Curve>) throws {
        let town = try CMSSignerFixture(spki: key.publicKey.spki, keyPEM: key.pem())
        let signer = try CMSMessageSigner(
            key, certificate: town.identity.certificate, chain: [town.below.certificate])
        let message = try CMSSignedData(signer.sign(content, at: TestChain.now - 60))
        let verified = try message.verify(content, validator: town.validator, at: TestChain.now)
        #expect(verified.path.leaf == town.identity.certificate && verified.signingTime == TestChain.now - 60)
        #expect(throws: CMSError.contentMismatch) {
            try message.verify(content + [0], validator: town.validator, at: TestChain.now)
        }
    }

    @Test("each curve's signature verifies with its certificate for its content only")
    func curves() throws {
        try check(P256PrivateKey.generate())
        try check(P384PrivateKey.generate())
        try check(P521PrivateKey.generate())
    }

    @Test("a key that does not match the certificate cannot sign")
    func others() throws {
        let town = try CMSSignerFixture()
        #expect(throws: CryptoError.certificateInvalid) {
            try CMSMessageSigner(P256PrivateKey.generate(), certificate: town.identity.certificate)
        }
    }
}
