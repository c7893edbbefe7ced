package import Foundation
package import JourneyCrypto
package import WalletPass

/// A substitute for Apple's pass authorities: a root, an intermediate in place of Apple's Worldwide Developer Relations, and
/// pass-type certificates with the pass type as user id and the team as organizational unit.
///
/// Each certificate states that it isn't Apple's, which the signature of a pass shows. No device trusts it.
package struct DevelopmentPassAuthority: Sendable {
    package let root: CertificateAuthority
    package let intermediate: CertificateAuthority
    private let rootKey: P256PrivateKey
    private let intermediateKey: P256PrivateKey

    /// The organization in the authorities' names.
    package static let mark = "JourneyKit Development, not Apple"

    /// A pass-type certificate with its key.
    package struct Issued: Sendable {
        package let names: PassSignerNames
        /// The identity, with the intermediate in its chain.
        package let identity: SigningIdentity
        /// The certificate, followed by the intermediate.
        package let certificatesPEM: String
        /// PKCS #8, unencrypted.
        package let keyPEM: String
    }

    /// Creates a new chain. Throws `CryptoError`.
    package init(notBefore: Date, notAfter: Date) throws(CryptoError) {
        rootKey = try P256PrivateKey.generate()
        intermediateKey = try P256PrivateKey.generate()
        root = try CertificateAuthority.root(
            subject: Self.name("JourneyKit Development Root"), signer: CertificateSigner(rootKey),
            notBefore: notBefore, notAfter: notAfter, pathLength: 1)
        intermediate = try root.intermediate(
            subject: Self.name("JourneyKit Development Pass Relations"), signer: CertificateSigner(intermediateKey),
            notBefore: notBefore, notAfter: notAfter)
    }

    /// Reads the chain from PEM. Throws `CryptoError` if it is invalid or its parts don't match.
    package init(
        rootPEM: String, rootKeyPEM: String, intermediatePEM: String, intermediateKeyPEM: String
    ) throws(CryptoError) {
        rootKey = try P256PrivateKey(pem: rootKeyPEM)
        intermediateKey = try P256PrivateKey(pem: intermediateKeyPEM)
        root = try CertificateAuthority(certificate: Self.one(rootPEM), signer: CertificateSigner(rootKey))
        intermediate = try CertificateAuthority(
            certificate: Self.one(intermediatePEM), signer: CertificateSigner(intermediateKey))
        guard intermediate.certificate.isIssued(by: root.certificate) else { throw .certificateInvalid }
    }

    /// The trust anchor for wallets that accept passes of this authority.
    package var anchor: TrustAnchor {
        get throws(CryptoError) {
            do throws(CertificateError) { return try TrustAnchor(root.certificate) } catch { throw .certificateInvalid }
        }
    }

    /// Returns both keys as PKCS #8, for files only their owner can read.
    package func keysPEM() throws(CryptoError) -> (root: String, intermediate: String) {
        (try rootKey.pem(), try intermediateKey.pem())
    }

    /// Issues a certificate for passes of that type and team, with a new key (RSA, 2,048 bits, as Apple's) unless `key` is given.
    /// It is also a client certificate for pushes. Throws `CryptoError.certificateInvalid` for invalid names.
    package func issue(
        _ names: PassSignerNames, organization: String, notBefore: Date, notAfter: Date, key: RSAPrivateKey? = nil
    ) throws(CryptoError) -> Issued {
        let key = if let key { key } else { try RSAPrivateKey.generate() }
        let subject: DistinguishedName
        do throws(DERError) {
            subject = try DistinguishedName([
                PassSignerNames.userID: names.passTypeIdentifier,
                .commonName: String("Pass Type ID: \(names.passTypeIdentifier)".prefix(64)),
                .organizationalUnit: names.teamIdentifier, .organization: String(organization.prefix(64)),
            ])
        } catch { throw .certificateInvalid }
        let content = CertificateContent(
            subject: subject, spki: key.publicKey.spki, notBefore: notBefore, notAfter: notAfter,
            extensions: [
                .basicConstraints(BasicConstraints(isAuthority: false)), .keyUsage(.digitalSignature),
                .extendedKeyUsage([.clientAuth]),
            ])
        let certificate = try intermediate.issue(content)
        guard PassSignerNames(certificate) == names else { throw .certificateInvalid }
        let (certificates, keyPEM) = (certificate.pem + intermediate.certificate.pem, try key.pem())
        return Issued(
            names: names, identity: try SigningIdentity(certificatesPEM: certificates, keyPEM: keyPEM),
            certificatesPEM: certificates, keyPEM: keyPEM)
    }

    private static func name(_ text: String) throws(CryptoError) -> DistinguishedName {
        do throws(DERError) { return try DistinguishedName([.commonName: text, .organization: mark]) } catch {
            throw .certificateInvalid
        }
    }

    private static func one(_ text: String) throws(CryptoError) -> Certificate {
        do throws(DERError) { return try Certificate.list(pem: text)[0] } catch { throw .certificateInvalid }
    }
}
