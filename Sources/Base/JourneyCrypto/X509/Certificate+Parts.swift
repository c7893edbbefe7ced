import JourneyBase

extension Certificate {
    /// All extensions, in order.
    package var extensions: [CertificateExtension] { known.all }
    /// Whether it is an authority's, and how long a path may follow; `nil` when it does not say.
    package var basicConstraints: BasicConstraints? { known.basicConstraints }
    /// What its key may do; `nil` when it does not say.
    package var keyUsage: KeyUsage? { known.keyUsage }
    /// The purposes of its key; `nil` when it does not say.
    package var extendedKeyUsage: [OID]? { known.extendedKeyUsage }
    /// The names of its subject; `nil` when there are none.
    package var subjectAltName: [GeneralName]? { known.subjectAltName }
    /// Other names of its issuer; `nil` when there are none.
    package var issuerAltName: [GeneralName]? { known.issuerAltName }
    /// The names that may stand below it; `nil` for all.
    var nameConstraints: NameConstraints? { known.nameConstraints }
    /// Which of its issuer's keys signed.
    package var authorityKeyIdentifier: AuthorityKeyIdentifier? { known.authorityKeyIdentifier }
    /// The name of its own key.
    package var subjectKeyIdentifier: [UInt8]? { known.subjectKeyIdentifier }
    /// The policies that it was issued under; read, not judged.
    var certificatePolicies: [OID]? { known.policies }
    /// Where its revocation list is to be had; nothing here fetches it.
    package var distributionPoints: [DistributionPoint]? { known.distributionPoints }

    /// The extension of that name, as received.
    package func `extension`(_ identifier: OID) -> CertificateExtension? {
        known.all.first { $0.identifier == identifier }
    }

    /// SHA-256 of the SubjectPublicKeyInfo: what pins are made of (RFC 7469, section 2.4).
    var spkiSHA256: [UInt8] { SHA256.hash(Array(spki)) }

    /// Whether issuer and subject are the same name.
    var isSelfIssued: Bool { issuer.matches(subject) }
}
