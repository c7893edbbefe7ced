import Foundation
import JourneyBase
import JourneyCrypto
import WalletPass

/// A stand-in for Apple's certificate authority: a root, and a pass type certificate that it issued. No real device trusts it.
struct PassAuthority: PassSigner {
    let names: PassSignerNames
    let certificate: Certificate
    let verifier: PassVerifier
    private let signer: CMSMessageSigner

    init(_ names: PassSignerNames, at now: Date) throws {
        let (start, end) = (now - 86_400, now + 30 * 86_400)
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Sandbox passes, not Apple"]),
            signer: CertificateSigner(P256PrivateKey.generate()), notBefore: start, notAfter: end)
        let key = try P256PrivateKey.generate()
        certificate = try root.issue(
            CertificateContent(
                subject: DistinguishedName([
                    PassSignerNames.userID: names.passTypeIdentifier,
                    .commonName: "Pass Type ID: \(names.passTypeIdentifier)",
                    .organizationalUnit: names.teamIdentifier,
                ]), spki: key.publicKey.spki, notBefore: start, notAfter: end,
                extensions: [.keyUsage(.digitalSignature)]
            ))
        self.names = names
        signer = try CMSMessageSigner(key, certificate: certificate)
        verifier = PassVerifier(anchors: [try TrustAnchor(root.certificate)])
    }

    func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] { try signer.sign(content, at: time) }
}
