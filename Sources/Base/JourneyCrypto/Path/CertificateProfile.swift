/// The requirements on a certificate for one use, in addition to the rules of RFC 5280.
///
/// Profiles are values: a partner's own profile, such as for the document signers of ISO/IEC 18013-5, is declared where it is
/// used.
public struct CertificateProfile: Sendable {
    /// The requirement on the leaf's extended key usage.
    package enum Purpose: Sendable {
        /// Any purpose, stated or not.
        case any
        /// The leaf lists this purpose, and so does every authority that lists purposes.
        case listed(OID)
        /// As `listed`, and the leaf's extension is critical.
        case listedCritically(OID)

        /// The required purpose.
        var identifier: OID? {
            switch self {
            case .any: nil
            case .listed(let purpose), .listedCritically(let purpose): purpose
            }
        }
    }

    /// The name of the use in messages.
    package var name: String
    var purpose: Purpose
    /// The accepted key usages: the leaf must have at least one. A leaf without the extension is refused.
    package var keyUsage: KeyUsage
    /// The extensions required in the leaf.
    var leafExtensions: Set<OID>
    /// The extensions required in every authority of the path.
    var authorityExtensions: Set<OID>
    /// Critical extensions that the caller evaluates on the returned path.
    var understood: Set<OID>
    /// The maximum number of authorities between leaf and anchor.
    var mostIntermediates: Int
    /// `true` if the leaf is bound to its issuer by name and signature alone. It then needs no authority key identifier (RFC
    /// 5280, section 4.2.1.1), which the leaves of Apple's App Attest lack.
    var isLeafBoundByName: Bool
    /// `true` if the leaf may have no other key usage than those of `keyUsage`.
    var isKeyUsageExclusive: Bool
    /// The rules whose breach is a warning of the path instead of an error.
    package var lowered: Set<Rule>

    /// A rule that a caller's policy may lower to a warning. All other rules always hold.
    package enum Rule: Hashable, Sendable {
        /// Certificates are in DER, with well-formed extensions.
        case encoding
        /// Required extensions and key identifiers are present, and critical where they must be.
        case extensions
        /// Authorities have a key usage. One that is present must always allow signing certificates.
        case authorityKeyUsage
        /// The leaf has a key usage, and no other than the accepted ones where the profile is exclusive.
        case leafKeyUsage
    }

    /// Creates a profile.
    package init(
        name: String, purpose: Purpose, keyUsage: KeyUsage = .digitalSignature, leafExtensions: Set<OID> = [],
        authorityExtensions: Set<OID> = [], understood: Set<OID> = [], mostIntermediates: Int = 6,
        isLeafBoundByName: Bool = false, isKeyUsageExclusive: Bool = false, lowered: Set<Rule> = []
    ) {
        self.name = name
        self.purpose = purpose
        self.keyUsage = keyUsage
        self.leafExtensions = leafExtensions
        self.authorityExtensions = authorityExtensions
        self.understood = understood
        self.mostIntermediates = mostIntermediates
        self.isLeafBoundByName = isLeafBoundByName
        self.isKeyUsageExclusive = isKeyUsageExclusive
        self.lowered = lowered
    }

    /// A TLS server: named in its subjectAltName, with the server authentication purpose.
    package static let tlsServer = CertificateProfile(
        name: "TLS server", purpose: .listed(.serverAuth), leafExtensions: [.subjectAltName])
    /// A TLS client.
    package static let tlsClient = CertificateProfile(name: "TLS client", purpose: .listed(.clientAuth))
    /// A signer of messages and passes, with any purposes.
    package static let signer = CertificateProfile(
        name: "signer", purpose: .any, keyUsage: [.digitalSignature, .nonRepudiation])
    /// A signer of code.
    static let codeSigner = CertificateProfile(name: "code signer", purpose: .listed(.codeSigning))
}
