import Foundation
import JourneyCrypto

extension FuzzTarget {
    /// Detached signatures: only the signer's own message over its own content is accepted. Input re-signed by that signer is
    /// checked against every rule that does not concern the signature.
    static let cms = FuzzTarget("cms", seeds: [SignerOfSeeds.shared.message]) { input in
        let signer = SignerOfSeeds.shared
        promise(signer.verified(input, as: [9]) == nil, "nobody signed this content")
        if let verified = signer.verified(input, as: signer.content) {
            promise(verified.signingTime == signer.time, "the signing time is signed")
        }
        if let message = ResignedInput.message(input) { _ = signer.verified(message, as: signer.content) }
    }
}

/// An authority, and one message that its signer signed.
private struct SignerOfSeeds {
    static let shared = SignerOfSeeds(time: Fixed.time)

    let time: Date
    let content: [UInt8] = [1, 2, 3]
    let leaf: Certificate
    let message: [UInt8]
    private let validator: CertificateValidator

    init(time: Date) {
        self.time = time
        let (authority, leaf, identity) = Fixed.made {
            let authority = try IssuedSeeds.authority(named: "Fuzz Signers")
            let leaf = try authority.issue(
                CertificateContent(
                    subject: DistinguishedName([.commonName: "Signer"]), spki: Fixed.subject.publicKey.spki,
                    notBefore: time - 60, notAfter: time + 3_600, extensions: [.keyUsage(.digitalSignature)]))
            let identity = try SigningIdentity(certificatesPEM: leaf.pem, keyPEM: Fixed.subject.pem())
            return (authority, leaf, identity)
        }
        self.leaf = leaf
        message = Fixed.made { try identity.sign([1, 2, 3], at: time) }
        validator = Fixed.made {
            CertificateValidator(anchors: [try TrustAnchor(authority.certificate)], profile: .signer)
        }
    }

    /// Verifies `input` over `content`; `nil` unless it is by the only signer.
    func verified(_ input: [UInt8], as content: [UInt8]) -> CMSSignedData.Verified? {
        guard let message = try? CMSSignedData(input),
            let verified = try? message.verify(content, validator: validator, at: time)
        else { return nil }
        promise(verified.path.leaf.signedBytes.elementsEqual(leaf.signedBytes), "nobody else signs")
        return verified
    }
}
