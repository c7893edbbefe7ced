public import JourneyCrypto

/// The authorities whose document signers are believed, and for which documents. Empty, it believes nobody. It is no list
/// for readers' certificates: theirs is another.
public struct IssuerTrust: Sendable {
    /// An authority that is trusted.
    public struct Entry: Sendable {
        public let anchor: TrustAnchor
        /// The documents that it is trusted for; `nil` for all.
        public let docTypes: Set<DocumentType>?
    }

    public private(set) var entries: [Entry] = []

    public init() {}

    /// Trusts every one of `certificates` for all documents. Throws `CertificateError.notAuthority` and `keyNotAllowed`.
    public init(_ certificates: [Certificate]) throws(CertificateError) {
        for certificate in certificates { try add(certificate) }
    }

    /// Trusts an authority, for documents of `docTypes` or for all. Throws `CertificateError`.
    public mutating func add(
        _ certificate: Certificate, for docTypes: Set<DocumentType>? = nil
    ) throws(CertificateError) {
        entries.append(Entry(anchor: try TrustAnchor(certificate), docTypes: docTypes))
    }

    /// The authorities that may vouch for a document of that type.
    public func anchors(for docType: DocumentType) -> [TrustAnchor] {
        entries.filter { $0.docTypes?.contains(docType) ?? true }.map(\.anchor)
    }
}
