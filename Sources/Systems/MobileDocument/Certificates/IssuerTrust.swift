public import Foundation
public import JourneyCrypto
import Synchronization

/// The trusted authorities of document signers, each for some or all document types. An empty instance trusts nobody.
/// Authorities of readers belong to `ReaderTrust`.
public struct IssuerTrust: Sendable {
    /// A trusted authority.
    public struct Entry: Sendable {
        let anchor: TrustAnchor
        /// The document types that the authority is trusted for; `nil` for all.
        let docTypes: Set<DocumentType>?
        /// The provider of the list that named the authority; `nil` for an authority that was added directly.
        let provider: Provider?
        /// The time at which the next update of that list is due; `nil` for never.
        let end: Date?
        let signature = SelfSignature()
    }

    /// A provider of lists of authorities: its name and its own authority.
    struct Provider: Hashable, Sendable {
        let name: String
        let authority: Certificate
    }

    /// The trusted authorities.
    public private(set) var entries: [Entry] = []

    /// Creates a trust list without authorities.
    public init() {}

    /// Trusts every certificate of `certificates` for all documents.
    ///
    /// - Parameter certificates: The authorities' certificates.
    /// - Throws: `CertificateError` with the reason `notAuthority` or `keyNotAllowed`.
    public init(_ certificates: [Certificate]) throws(CertificateError) {
        for certificate in certificates { try add(certificate) }
    }

    /// Trusts an authority.
    ///
    /// - Parameters:
    ///   - certificate: The authority's certificate.
    ///   - docTypes: The document types that it is trusted for; `nil` for all.
    /// - Throws: `CertificateError` with the reason `notAuthority` or `keyNotAllowed`.
    public mutating func add(
        _ certificate: Certificate, for docTypes: Set<DocumentType>? = nil
    ) throws(CertificateError) {
        entries.append(Entry(anchor: try TrustAnchor(certificate), docTypes: docTypes, provider: nil, end: nil))
    }

    /// Replaces all authorities that a provider's earlier list named.
    mutating func replace(
        _ provider: Provider, by authorities: [(TrustAnchor, Set<DocumentType>)], until end: Date?
    ) {
        entries.removeAll { $0.provider == provider }
        entries += authorities.map { Entry(anchor: $0.0, docTypes: $0.1, provider: provider, end: end) }
    }

    /// Returns the authorities that may issue a document at `time`.
    ///
    /// - Parameters:
    ///   - docType: The type of the document; `nil` for any type.
    ///   - time: The time at which the authorities' lists must be current.
    ///   - policy: The policy, which may accept lists for some time after their next update is due.
    /// - Returns: The trust anchors.
    public func anchors(
        for docType: DocumentType? = nil, at time: Date, by policy: AcceptancePolicy = .isoAnnexB
    ) -> [TrustAnchor] {
        entries.filter { entry in
            (entry.end.map { policy.accepts(listDue: $0, at: time) } ?? true)
                && (docType.map { entry.docTypes?.contains($0) ?? true } ?? true)
        }.map(\.anchor)
    }

    /// Returns the finding if only lists whose next update is due name an authority for documents of a type at `time`.
    func overdueFinding(for anchor: Certificate, _ docType: DocumentType, at time: Date) -> Finding? {
        let own = entries.filter {
            $0.anchor.certificate == anchor && $0.docTypes?.contains(docType) ?? true
        }
        guard let end = own.map({ $0.end ?? .distantFuture }).max(), time >= end else { return nil }
        let days = Int(time.timeIntervalSince(end) / 86_400)
        return Finding(
            check: .listNextUpdate, code: VerificationFault.listExpired.rawValue,
            detail: "the list that names the authority is out of date since \(days) days")
    }

    /// Returns `true` if `authority` is self-signed. The result is cached for authorities of this instance.
    func isSelfSigned(_ authority: Certificate) -> Bool {
        let entry = entries.first { $0.anchor.certificate == authority }
        return (entry?.signature ?? SelfSignature()).holds(for: authority)
    }
}

/// The lazily computed answer whether an authority is self-signed: lists name thousands of authorities, and few are
/// used.
final class SelfSignature: Sendable {
    private let answer = Mutex<Bool?>(nil)

    func holds(for authority: Certificate) -> Bool {
        if let known = answer.withLock({ $0 }) { return known }
        let found = authority.isIssued(by: authority)
        answer.withLock { $0 = found }
        return found
    }
}

extension AcceptancePolicy {
    /// Returns `true` if a list whose next update is due at `due` is accepted at `time`.
    fileprivate func accepts(listDue due: Date, at time: Date) -> Bool {
        guard self[.listNextUpdate] != .enforce else { return time < due }
        return listGrace.map { time < due.addingTimeInterval($0) } ?? true
    }
}
