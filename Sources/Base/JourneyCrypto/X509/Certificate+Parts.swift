import JourneyBase

extension Certificate {
    /// All extensions, in order.
    package var extensions: [CertificateExtension] { known.all }
    /// The basic constraints: whether the subject is an authority, and the allowed path length. `nil` when absent.
    package var basicConstraints: BasicConstraints? { known.basicConstraints }
    /// The key usage; `nil` when absent.
    package var keyUsage: KeyUsage? { known.keyUsage }
    /// The extended key usage; `nil` when absent.
    package var extendedKeyUsage: [OID]? { known.extendedKeyUsage }
    /// The subject's alternative names; `nil` when absent.
    package var subjectAltName: [GeneralName]? { known.subjectAltName }
    /// The issuer's alternative names; `nil` when absent.
    package var issuerAltName: [GeneralName]? { known.issuerAltName }
    /// The names that are allowed below the authority; `nil` allows all.
    var nameConstraints: NameConstraints? { known.nameConstraints }
    /// The identifier of the issuer's key.
    package var authorityKeyIdentifier: AuthorityKeyIdentifier? { known.authorityKeyIdentifier }
    /// The identifier of the certificate's own key.
    package var subjectKeyIdentifier: [UInt8]? { known.subjectKeyIdentifier }
    /// The certificate policies, parsed but not evaluated.
    var certificatePolicies: [OID]? { known.policies }
    /// The distribution points of revocation lists, which this package does not fetch.
    package var distributionPoints: [DistributionPoint]? { known.distributionPoints }

    /// Returns the extension with that identifier, as received.
    package func `extension`(_ identifier: OID) -> CertificateExtension? {
        known.all.first { $0.identifier == identifier && !known.malformed.contains(identifier) }
    }

    /// SHA-256 of the SubjectPublicKeyInfo, as used for pins (RFC 7469, section 2.4).
    var spkiSHA256: [UInt8] { SHA256.hash(Array(spki)) }

    /// `true` if issuer and subject are the same name.
    var isSelfIssued: Bool { issuer.matches(subject) }
}
