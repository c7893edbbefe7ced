public import Foundation
import JourneyCBOR
public import JourneyCrypto

extension VICAL {
    /// The newest list of a provider that a reader has seen.
    public struct Seen: Hashable, Sendable {
        /// The issue number; `nil` if unknown or if the list has none.
        public var issueID: UInt64?
        /// The date; `nil` if unknown.
        public var date: Date?

        /// Creates a mark.
        ///
        /// - Parameters:
        ///   - issueID: The issue number.
        ///   - date: The date of the list.
        public init(issueID: UInt64? = nil, date: Date? = nil) {
            self.issueID = issueID
            self.date = date
        }

        /// Creates the mark of a list.
        ///
        /// - Parameter list: The list, which was verified.
        public init(_ list: VICAL) { self.init(issueID: list.issueID, date: list.date) }
    }

    /// The signers of lists that a reader trusts: authorities of providers, and certificates of providers themselves.
    public struct Signers: Sendable {
        /// The authorities of providers.
        public var anchors: [TrustAnchor]
        /// The providers' own certificates, for providers whose authority is not published.
        public var pinned: [Certificate]

        /// Creates the trusted signers.
        ///
        /// - Parameters:
        ///   - anchors: The authorities of providers.
        ///   - pinned: The providers' own certificates.
        public init(anchors: [TrustAnchor] = [], pinned: [Certificate] = []) {
            self.anchors = anchors
            self.pinned = pinned
        }
    }

    /// The result of verifying a list under a policy.
    public struct Verdict: Sendable {
        /// An authority that the policy accepts.
        public struct Accepted: Sendable {
            /// The position in the list, from 0.
            public let index: Int
            /// The authority.
            public let anchor: TrustAnchor
            /// The document types that the authority is listed for.
            public let docTypes: Set<DocumentType>
            /// The rules that the authority breaks and the policy lowers.
            public let warnings: [AcceptanceWarning]
        }

        /// An entry that was left out.
        public struct LeftOut: Hashable, Sendable {
            /// The position in the list, from 0.
            public let index: Int
            /// The subject of the certificate; `nil` if it cannot be parsed.
            public let subject: String?
            /// The stable code of the reason.
            public let code: String
            /// The cause, for developers.
            public let detail: String
        }

        /// The policy under which the list was verified.
        public let policy: AcceptancePolicy
        /// The signer's path, leaf first; the leaf alone for a pinned signer.
        public let path: CertificatePath
        /// `true` if the signer was pinned.
        public let isPinned: Bool
        /// The warnings that concern the whole list.
        public let warnings: [AcceptanceWarning]
        /// The accepted authorities, in the order of the list.
        public let accepted: [Accepted]
        /// The other entries, in the order of the list.
        public let leftOut: [LeftOut]
    }

    /// Verifies that a trusted provider signed the list and that it is current, and judges each entry.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - signers: The trusted signers of lists.
    ///   - time: The time of the verification.
    ///   - seen: The newest known list of this provider, to refuse older ones; `nil` for none.
    ///   - revocationLists: Revocation lists of the providers' authorities.
    /// - Returns: The verdict. It may name no authority: the caller must not treat such a list as a success.
    /// - Throws: `VICAL.VerificationError`.
    public func verify(
        by policy: AcceptancePolicy, signers: Signers, at time: Date, seen: Seen? = nil,
        revocationLists: [RevocationList] = []
    ) throws(VerificationError) -> Verdict {
        let (path, isPinned) = try path(policy, signers, time, revocationLists)
        do throws(COSEError) { try message.verify(with: path.publicKey) } catch {
            throw VerificationError(code: error.reason.rawValue, detail: error.detail)
        }
        guard date <= time else {
            throw VerificationError(
                code: VerificationFault.listInFuture.rawValue, detail: "the list's date is in the future")
        }
        var findings = path.findings(leaf: .listSignerKeyUsage)
        if let nextUpdate, time >= nextUpdate { findings.append(try overdue(nextUpdate, policy, time)) }
        if let seen, let detail = rollback(seen, policy) {
            findings.append(
                Finding(check: .listOrder, code: VerificationFault.listRollback.rawValue, detail: detail))
        }
        let judged = policy.judge(findings)
        if let refusal = judged.refusal {
            throw VerificationError(code: refusal.code, detail: refusal.detail)
        }
        var accepted: [Verdict.Accepted] = []
        var leftOut: [Verdict.LeftOut] = []
        for (index, entry) in entries.enumerated() {
            switch VICAL.judge(entry, at: index, policy) {
            case .success(let authority): accepted.append(authority)
            case .failure(let reason): leftOut.append(reason)
            }
        }
        return Verdict(
            policy: policy, path: path, isPinned: isPinned, warnings: judged.warnings, accepted: accepted,
            leftOut: leftOut)
    }

    /// Verifies the list under the default policy.
    ///
    /// - Parameters:
    ///   - anchors: The authorities of providers.
    ///   - time: The time of the verification.
    ///   - least: The issue number of the newest known list, to refuse older ones and ones without a number; `nil` for
    ///     none.
    ///   - revocationLists: Revocation lists of the authorities.
    /// - Returns: The signer's certificate path.
    /// - Throws: `VICAL.VerificationError`.
    @discardableResult
    package func verify(
        anchors: [TrustAnchor], at time: Date, least: UInt64?, revocationLists: [RevocationList] = []
    ) throws(VerificationError) -> CertificatePath {
        try verify(
            by: .isoAnnexB, signers: Signers(anchors: anchors), at: time, seen: least.map { Seen(issueID: $0) },
            revocationLists: revocationLists
        ).path
    }

    /// Returns the signer's path to an anchor, or the signer alone if it is pinned.
    private func path(
        _ policy: AcceptancePolicy, _ signers: Signers, _ time: Date, _ revocationLists: [RevocationList]
    ) throws(VerificationError) -> (CertificatePath, isPinned: Bool) {
        let chain: [Certificate]
        do throws(DERError) { chain = try message.header.certificates(by: policy) } catch {
            throw VerificationError(
                code: error.reason.rawValue, detail: "a certificate in the list's chain cannot be parsed")
        }
        guard let leaf = chain.first else {
            throw VerificationError(
                code: VerificationFault.noCertificate.rawValue, detail: "the list has no certificate chain")
        }
        let validator = CertificateValidator(
            anchors: signers.anchors, profile: .vicalSigner.judged(by: policy, leaf: .listSignerKeyUsage),
            revocation: .whenGiven)
        do throws(CertificateError) {
            if signers.pinned.contains(leaf) {
                return (try validator.validate(leaf, pinned: signers.pinned, at: time), true)
            }
            return (
                try validator.validate(
                    leaf, intermediates: Array(chain.dropFirst()), at: time, revocationLists: revocationLists), false
            )
        } catch { throw VerificationError(code: error.reason.rawValue, detail: error.detail) }
    }

    /// Returns the finding for a list whose next update is due. Throws when the policy's grace is over, too.
    private func overdue(
        _ nextUpdate: Date, _ policy: AcceptancePolicy, _ time: Date
    ) throws(VerificationError) -> Finding {
        let days = Int(time.timeIntervalSince(nextUpdate) / 86_400)
        let code = VerificationFault.listExpired.rawValue
        let due = days > 0 ? "was due \(days) day\(days == 1 ? "" : "s") ago" : "is due"
        let detail = "the list is out of date: its next update \(due)"
        if policy[.listNextUpdate] != .enforce, let grace = policy.listGrace,
            time >= nextUpdate.addingTimeInterval(grace)
        {
            throw VerificationError(
                code: code, detail: "\(detail), and the policy's grace is over")
        }
        return Finding(check: .listNextUpdate, code: code, detail: detail)
    }

    /// Returns a clause if the list is older than the newest known one.
    private func rollback(_ seen: Seen, _ policy: AcceptancePolicy) -> String? {
        if policy.ordersListsByDate, let known = seen.date {
            return date < known ? "the list's date is before that of one seen before" : nil
        }
        if let known = seen.issueID {
            guard let issueID, issueID >= known else {
                return "the list is older than one seen before, or has no issue number"
            }
            return nil
        }
        if let known = seen.date, date < known { return "the list's date is before that of one seen before" }
        return nil
    }

    private enum Judged {
        case success(Verdict.Accepted)
        case failure(Verdict.LeftOut)
    }

    private static func judge(_ entry: Entry, at index: Int, _ policy: AcceptancePolicy) -> Judged {
        guard let authority = entry.authority else {
            return .failure(
                .init(
                    index: index, subject: nil, code: (entry.error?.reason ?? .notAllowed).rawValue,
                    detail: entry.error?.detail ?? "the entry cannot be parsed"))
        }
        let certificate = authority.certificate
        func leftOut(_ code: String, _ detail: String) -> Judged {
            .failure(.init(index: index, subject: "\(certificate.subject)", code: code, detail: detail))
        }
        let anchor: TrustAnchor
        do throws(CertificateError) { anchor = try TrustAnchor(certificate) } catch {
            guard error.reason == .keyNotAllowed else { return leftOut(error.reason.rawValue, error.detail) }
            return leftOut(error.reason.rawValue, "the key is of the unsupported kind \(certificate.keyName)")
        }
        if case .rsa? = try? certificate.publicKey() {
            return leftOut(
                CertificateError.Reason.keyNotAllowed.rawValue, "the key is of the unsupported kind RSA")
        }
        if let usage = certificate.keyUsage, !usage.contains(.keyCertSign) {
            return leftOut(
                CertificateError.Reason.keyUsage.rawValue, "the key usage does not allow signing certificates")
        }
        if let unknown = certificate.unknownCriticalExtension {
            return leftOut(
                CertificateError.Reason.unknownCritical.rawValue, "unsupported critical extension \(unknown)")
        }
        let (refusal, warnings) = policy.judge(findings(authority, policy))
        if let refusal { return leftOut(refusal.code, refusal.detail) }
        return .success(
            .init(index: index, anchor: anchor, docTypes: authority.docTypes, warnings: warnings))
    }

    /// Returns the rules of annex B.1.2 and of the list's encoding that an authority breaks.
    private static func findings(_ authority: Authority, _ policy: AcceptancePolicy) -> [Finding] {
        let certificate = authority.certificate
        var found = certificate.deviations.map {
            Finding(
                check: .encoding, code: CertificateError.Reason.encoding.rawValue,
                detail: "not in DER or RFC 5280's form: \($0)")
        }
        if !authority.isKeyIdentifierSame {
            found.append(
                Finding(
                    check: .listKeyIdentifier, code: VerificationFault.listKeyIdentifier.rawValue,
                    detail: "ski differs from the certificate's"))
        }
        if certificate.extension(.basicConstraints)?.isCritical != true {
            found.append(.profile(.extensions, "the basic constraints are not critical"))
        }
        for (identifier, name) in [
            (OID.subjectKeyIdentifier, "subjectKeyIdentifier"), (.issuerAltName, "issuerAltName"),
            (.crlDistributionPoints, "cRLDistributionPoints"),
        ] where certificate.extension(identifier) == nil {
            found.append(.profile(.extensions, "the extension \(name) is missing"))
        }
        if let purposes = certificate.extendedKeyUsage, !purposes.contains(.documentSigner) {
            found.append(
                Finding(
                    check: .authorityProfile, code: CertificateError.Reason.purpose.rawValue,
                    detail: "the extended key usage has another purpose, so no document of it will be accepted"))
        }
        return found + DocumentSignerRules.authorityFindings(certificate) { certificate.isIssued(by: certificate) }
    }
}

extension IssuerTrust {
    /// Verifies a list under the default policy and trusts its authorities, each for its document types and until the
    /// next list is due.
    ///
    /// They replace all authorities of this provider, so that an authority that is not listed any more loses its trust.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - anchors: The authorities of providers.
    ///   - time: The time of the verification.
    ///   - least: The issue number of the newest known list of this provider; `nil` for none.
    ///   - revocationLists: Revocation lists of the authorities.
    /// - Returns: The number of entries that were left out because the policy does not accept them or because they
    ///   cannot be parsed.
    /// - Throws: `VICAL.VerificationError`.
    @discardableResult
    public mutating func add(
        _ list: VICAL, anchors: [TrustAnchor], at time: Date, least: UInt64?, revocationLists: [RevocationList] = []
    ) throws(VICAL.VerificationError) -> Int {
        try add(
            list, by: .isoAnnexB, signers: VICAL.Signers(anchors: anchors), at: time,
            seen: least.map { VICAL.Seen(issueID: $0) }, revocationLists: revocationLists
        ).leftOut.count
    }

    /// Verifies a list under a policy and trusts the authorities that the policy accepts, each for its document types.
    ///
    /// They replace all authorities of this provider; the authorities of other providers stay. Documents are verified
    /// under their own policy, which also decides how long a list is used after its next update is due.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - policy: The policy.
    ///   - signers: The trusted signers of lists.
    ///   - time: The time of the verification.
    ///   - seen: The newest known list of this provider; `nil` for none.
    ///   - revocationLists: Revocation lists of the providers' authorities.
    /// - Returns: The verdict, with the warnings and the entries that were left out.
    /// - Throws: `VICAL.VerificationError`.
    @discardableResult
    public mutating func add(
        _ list: VICAL, by policy: AcceptancePolicy, signers: VICAL.Signers, at time: Date, seen: VICAL.Seen? = nil,
        revocationLists: [RevocationList] = []
    ) throws(VICAL.VerificationError) -> VICAL.Verdict {
        let verdict = try list.verify(
            by: policy, signers: signers, at: time, seen: seen, revocationLists: revocationLists)
        replace(
            Provider(name: list.provider, authority: verdict.path.anchor),
            by: verdict.accepted.map { ($0.anchor, $0.docTypes) }, until: list.nextUpdate)
        return verdict
    }
}
