/// What a certificate must be for one use. The rules of RFC 5280 hold always; a profile adds to them.
///
/// Profiles are values: a partner's own, such as the document signers of ISO/IEC 18013-5, is written where it is needed.
public struct CertificateProfile: Sendable {
    /// How the leaf has to state its purpose.
    package enum Purpose: Sendable {
        /// Any, stated or not.
        case any
        /// The leaf lists this purpose; an authority that lists purposes lists it too.
        case listed(OID)
        /// As `listed`, and the leaf's extension is critical.
        case listedCritically(OID)

        /// The purpose that has to be listed.
        var identifier: OID? {
            switch self {
            case .any: nil
            case .listed(let purpose), .listedCritically(let purpose): purpose
            }
        }
    }

    /// For messages about it.
    package var name: String
    var purpose: Purpose
    /// The leaf's key may be used for one of these at least. A leaf without the extension is refused.
    var keyUsage: KeyUsage
    /// Extensions that the leaf has to have.
    var leafExtensions: Set<OID>
    /// Extensions that every authority of the path has to have.
    var authorityExtensions: Set<OID>
    /// Critical extensions that the caller judges itself, on the path it gets.
    var understood: Set<OID>
    /// The most authorities between leaf and anchor.
    var mostIntermediates: Int
    /// Whether the leaf is bound to its issuer by name and signature alone: it need not name its issuer's key (RFC 5280,
    /// section 4.2.1.1), as the leaves of Apple's App Attest do not.
    var isLeafBoundByName: Bool

    /// A profile of these parts.
    package init(
        name: String, purpose: Purpose, keyUsage: KeyUsage = .digitalSignature, leafExtensions: Set<OID> = [],
        authorityExtensions: Set<OID> = [], understood: Set<OID> = [], mostIntermediates: Int = 6,
        isLeafBoundByName: Bool = false
    ) {
        self.name = name
        self.purpose = purpose
        self.keyUsage = keyUsage
        self.leafExtensions = leafExtensions
        self.authorityExtensions = authorityExtensions
        self.understood = understood
        self.mostIntermediates = mostIntermediates
        self.isLeafBoundByName = isLeafBoundByName
    }

    /// A TLS server: named in its subjectAltName, for server authentication.
    package static let tlsServer = CertificateProfile(
        name: "TLS server", purpose: .listed(.serverAuth), leafExtensions: [.subjectAltName])
    /// A TLS client.
    package static let tlsClient = CertificateProfile(name: "TLS client", purpose: .listed(.clientAuth))
    /// Who signs messages and passes: whatever purposes the issuer lists.
    package static let signer = CertificateProfile(
        name: "signer", purpose: .any, keyUsage: [.digitalSignature, .nonRepudiation])
    /// Who signs programs.
    static let codeSigner = CertificateProfile(name: "code signer", purpose: .listed(.codeSigning))
}
