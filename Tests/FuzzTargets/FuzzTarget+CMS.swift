import Foundation
import JourneyCrypto

extension FuzzTarget {
    /// Detached signatures: only the signer's own message over its own content says anything.
    static let cms = FuzzTarget("cms", seeds: [SignerOfSeeds.shared.message]) { input in
        guard let message = try? CMSSignedData(input) else { return }
        let signer = SignerOfSeeds.shared
        let validator = CertificateValidator(anchors: signer.anchors, profile: .signer)
        promise(
            (try? message.verify([9], validator: validator, at: signer.time)) == nil, "nobody signed this content")
        guard let verified = try? message.verify(signer.content, validator: validator, at: signer.time) else { return }
        promise(verified.path.leaf.encoded == signer.leaf, "nobody else signs")
        promise(verified.signingTime == signer.time, "the signing time is signed")
    }
}

/// An authority of this process, and one message that its signer signed.
private struct SignerOfSeeds {
    static let shared: SignerOfSeeds = {
        guard let signer = try? SignerOfSeeds() else { preconditionFailure("no signer") }
        return signer
    }()

    let time = Date(timeIntervalSince1970: 1_800_000_000)
    let content: [UInt8] = [1, 2, 3]
    let anchors: [TrustAnchor]
    let leaf: [UInt8]
    let message: [UInt8]

    init() throws {
        let authority = try DevelopmentAuthority(notBefore: time - 60, notAfter: time + 3_600)
        let identity = try authority.issueSigner(name: "Signer", notBefore: time - 60, notAfter: time + 3_600)
        anchors = [try TrustAnchor(authority.authority.certificate)]
        leaf = identity.certificateDER
        message = try SigningIdentity(certificatesPEM: identity.certificatePEM, keyPEM: identity.keyPEM)
            .sign(content, at: time)
    }
}
