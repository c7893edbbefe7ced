import Foundation
import JourneyCBOR
import JourneyCrypto

/// Step 7, revocation: looks a document up in the lists that its MSO names, as far as they were given.
enum StatusCheck {
    private static let name = VerificationCheck.Name.status

    /// What is known. `anchor` is the authority of the document, whose lists these have to be.
    static func check(
        _ status: DocumentStatus?, tokens: [StatusToken], anchor: Certificate?, time: Date
    ) -> VerificationCheck {
        guard let status, status.statusList != nil || status.identifierList != nil else {
            return .notRun(name, "the document names no list of revoked ones")
        }
        guard let anchor else { return .notRun(name, "no path leads to a trusted authority, whose lists they are") }
        let uris = [status.statusList?.uri, status.identifierList?.uri].compactMap { $0 }
        let found = tokens.filter { uris.contains($0.subject) }
        guard !found.isEmpty else { return .notRun(name, "no list of its address was given") }
        for token in found {
            if let fault = fault(of: token, anchor: anchor, time: time) { return fault }
            if let revoked = verdict(of: token, on: status) { return revoked }
        }
        return .passed(name, "not revoked, by \(found.count) lists")
    }

    /// Why the token proves nothing.
    private static func fault(of token: StatusToken, anchor: Certificate, time: Date) -> VerificationCheck? {
        guard time >= token.issuedAt else { return .failed(name, "MDOC_STATUS_FUTURE", "a list from the future") }
        guard time < token.expires else { return .failed(name, "MDOC_STATUS_EXPIRED", "a list that is out of date") }
        do {
            let chain = try token.message.header.chain.map { try Certificate(Array($0)) }
            guard let leaf = chain.first else {
                return .failed(name, "MDOC_STATUS_NO_CERTIFICATE", "a list that brings no certificate")
            }
            let validator = CertificateValidator(anchors: [try TrustAnchor(anchor)], profile: .statusSigner)
            let path = try validator.validate(leaf, intermediates: Array(chain.dropFirst()), at: time)
            try token.message.verify(with: path.publicKey)
            return nil
        } catch let error as CertificateError {
            return .failed(name, error.reason.rawValue, "the list's signer: \(error.detail)")
        } catch let error as COSEError {
            return .failed(name, error.reason.rawValue, "the list's signature: \(error.detail)")
        } catch { return .failed(name, "MDOC_STATUS_NO_CERTIFICATE", "a list whose certificate cannot be read") }
    }

    /// What the token says of the document, when that is anything but good.
    private static func verdict(of token: StatusToken, on status: DocumentStatus) -> VerificationCheck? {
        switch token.content {
        case .identifiers(let revoked):
            guard let reference = status.identifierList, reference.uri == token.subject else {
                return .failed(name, "MDOC_STATUS_KIND", "a list of another kind than the document names")
            }
            return revoked.contains(reference.identifier) ? .failed(name, "MDOC_REVOKED", "revoked by its issuer") : nil
        case .statuses(let list):
            guard let reference = status.statusList, reference.uri == token.subject else {
                return .failed(name, "MDOC_STATUS_KIND", "a list of another kind than the document names")
            }
            switch list[reference.index] {
            case 0: return nil
            case 1: return .failed(name, "MDOC_REVOKED", "revoked by its issuer")
            case 2: return .failed(name, "MDOC_SUSPENDED", "suspended by its issuer")
            case nil: return .failed(name, "MDOC_STATUS_INDEX", "the document's place is not on the list")
            default: return .failed(name, "MDOC_STATUS_UNKNOWN", "a status that is not known here")
            }
        }
    }
}
