public import Foundation
public import JourneyCrypto
import Synchronization

/// The authorities whose document signers are believed, and for which documents. Empty, it believes nobody. It is no list
/// for readers' certificates: theirs is another.
public struct IssuerTrust: Sendable {
    /// An authority that is trusted.
    public struct Entry: Sendable {
        let anchor: TrustAnchor
        /// The documents that it is trusted for; `nil` for all.
        let docTypes: Set<DocumentType>?
        /// Whose list it came from; `nil` when it was named by itself.
        let provider: Provider?
        /// When that list is out of date; `nil` for never.
        let end: Date?
        let signature = SelfSignature()
    }

    /// Who makes lists of authorities: a name below an authority of their own.
    struct Provider: Hashable, Sendable {
        let name: String
        let authority: Certificate
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
        entries.append(Entry(anchor: try TrustAnchor(certificate), docTypes: docTypes, provider: nil, end: nil))
    }

    /// Puts the authorities of a list in the place of all that came from its provider before.
    mutating func replace(
        _ provider: Provider, by authorities: [(TrustAnchor, Set<DocumentType>)], until end: Date?
    ) {
        entries.removeAll { $0.provider == provider }
        entries += authorities.map { Entry(anchor: $0.0, docTypes: $0.1, provider: provider, end: end) }
    }

    /// The authorities that may vouch for a document of that type at `time`; of any type without one.
    public func anchors(for docType: DocumentType? = nil, at time: Date) -> [TrustAnchor] {
        entries.filter { entry in
            (entry.end.map { time < $0 } ?? true)
                && (docType.map { entry.docTypes?.contains($0) ?? true } ?? true)
        }.map(\.anchor)
    }

    /// Whether an authority of these signed itself. Without one of them, it is found out each time.
    func isSelfSigned(_ authority: Certificate) -> Bool {
        let entry = entries.first { $0.anchor.certificate == authority }
        return (entry?.signature ?? SelfSignature()).holds(for: authority)
    }
}

/// Whether an authority signed itself, found out when it is first asked for: lists name thousands, of which few are met.
final class SelfSignature: Sendable {
    private let answer = Mutex<Bool?>(nil)

    func holds(for authority: Certificate) -> Bool {
        if let known = answer.withLock({ $0 }) { return known }
        let found = authority.isIssued(by: authority)
        answer.withLock { $0 = found }
        return found
    }
}
