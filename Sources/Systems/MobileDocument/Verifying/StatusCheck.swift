import Foundation
import JourneyCBOR
import JourneyCrypto

/// Step 7, revocation: looks a document up in the lists that its MSO names, if they were given.
struct StatusCheck {
    private static let name = VerificationCheck.Name.status
    /// The purposes that a signer of lists may have; a certificate without purposes is accepted.
    private static let purposes: Set<OID> = [.documentSigner, .statusSigning]

    let tokens: [StatusToken]
    let revocationLists: [RevocationList]
    /// The certificate path of the document's signer, whose authority must also certify the lists.
    let path: CertificatePath?
    let policy: AcceptancePolicy
    let time: Date

    /// Checks the status. A document that names two lists is valid only if both say so.
    func check(_ status: DocumentStatus?) -> VerificationCheck {
        let name = StatusCheck.name
        guard let status, status.statusList != nil || status.identifierList != nil else {
            return .notRun(name, "the document names no status list")
        }
        guard let anchor = path?.anchor else {
            return .notRun(name, "no path leads to a trusted authority, which must certify the status lists")
        }
        var missing = 0
        if let reference = status.statusList {
            let found = tokens.filter { $0.subject == reference.uri && $0.isStatusList }
            missing += found.isEmpty ? 1 : 0
            for token in found {
                if let fault = fault(of: token, anchor: anchor) { return fault }
                if let verdict = StatusCheck.verdict(of: token, at: reference.index) { return verdict }
            }
        }
        if let reference = status.identifierList {
            let found = tokens.filter { $0.subject == reference.uri && !$0.isStatusList }
            missing += found.isEmpty ? 1 : 0
            for token in found {
                if let fault = fault(of: token, anchor: anchor) { return fault }
                if case .identifiers(let revoked) = token.content, revoked.contains(reference.identifier) {
                    return .failed(name, VerificationFault.revoked.rawValue, "revoked by its issuer")
                }
            }
        }
        guard missing == 0 else {
            let detail = "\(missing) of the named status lists were not given"
            return .judged(
                name,
                [Finding(check: .revocation, code: VerificationFault.statusMissing.rawValue, detail: detail)],
                by: policy, or: .notRun, detail)
        }
        return .passed(name, "valid on every named status list")
    }

    /// Returns the reason why a token is not accepted.
    private func fault(of token: StatusToken, anchor: Certificate) -> VerificationCheck? {
        let name = StatusCheck.name
        do {
            try token.verify(at: time)
            let chain = try token.certificates(by: policy)
            guard let leaf = chain.first else {
                return .failed(
                    name, VerificationFault.statusNoCertificate.rawValue, "the status list has no certificate chain")
            }
            let validator = CertificateValidator(
                anchors: [try TrustAnchor(anchor)], profile: .statusSigner.judged(by: policy, leaf: .signerKeyUsage),
                revocation: .whenGiven)
            let path = try validator.validate(
                leaf, intermediates: Array(chain.dropFirst()), at: time, revocationLists: revocationLists)
            guard leaf.extendedKeyUsage.map({ !StatusCheck.purposes.isDisjoint(with: $0) }) ?? true else {
                return .failed(
                    name, CertificateError.Reason.purpose.rawValue,
                    "the list's signer: the certificate has another purpose")
            }
            if let fault = DocumentSignerRules.countryFault(leaf, anchor) {
                return .failed(name, CertificateError.Reason.profile.rawValue, "the list's signer: \(fault)")
            }
            try token.verify(with: path.publicKey)
            return nil
        } catch let error as CertificateError {
            return .failed(name, error.reason.rawValue, "the list's signer: \(error.detail)")
        } catch let error as StatusToken.VerificationError {
            return .failed(name, error.code, error.detail)
        } catch {
            return .failed(
                name, VerificationFault.statusNoCertificate.rawValue,
                "the status list's certificate cannot be parsed: \(error)")
        }
    }

    /// Returns the failure for the status at `index`; `nil` for a valid document.
    private static func verdict(of token: StatusToken, at index: UInt64) -> VerificationCheck? {
        guard case .statuses(let list) = token.content else { return nil }
        switch list[index] {
        case 0: return nil
        case 1: return .failed(name, VerificationFault.revoked.rawValue, "revoked by its issuer")
        case 2: return .failed(name, VerificationFault.suspended.rawValue, "suspended by its issuer")
        case nil:
            return .failed(
                name, VerificationFault.statusIndex.rawValue, "the document's index is not on the status list")
        default: return .failed(name, VerificationFault.statusUnknown.rawValue, "the status is unknown")
        }
    }
}

extension StatusToken {
    fileprivate var isStatusList: Bool { if case .statuses = content { true } else { false } }
}
