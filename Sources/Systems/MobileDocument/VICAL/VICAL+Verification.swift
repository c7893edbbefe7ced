public import Foundation
import JourneyCBOR
public import JourneyCrypto

extension VICAL {
    /// Why a list is not believed.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// A stable code.
        package let code: String
        /// One clause for developers.
        package let detail: String

        public var description: String { "\(code): \(detail)" }
    }

    /// Returns the path of the signer when the list is that of a provider whose authority is one of `anchors`, and is not
    /// out of date at `time`.
    ///
    /// `least` is the number of the newest list that was seen, so that an older one is not taken again; a list without a
    /// number is refused then. Throws `Refusal`.
    @discardableResult
    package func verify(
        anchors: [TrustAnchor], at time: Date, least: UInt64?, revocationLists: [RevocationList] = []
    ) throws(Refusal) -> CertificatePath {
        var chain: [Certificate] = []
        do throws(DERError) {
            for bytes in message.header.chain { chain.append(try Certificate(Array(bytes))) }
        } catch { throw Refusal(code: error.reason.rawValue, detail: "a certificate that cannot be read") }
        guard let leaf = chain.first else {
            throw Refusal(code: "MDOC_NO_CERTIFICATE", detail: "the list brings no certificate")
        }
        let path: CertificatePath
        let validator = CertificateValidator(anchors: anchors, profile: .vicalSigner, revocation: .whenGiven)
        do throws(CertificateError) {
            path = try validator.validate(
                leaf, intermediates: Array(chain.dropFirst()), at: time, revocationLists: revocationLists)
        } catch { throw Refusal(code: error.reason.rawValue, detail: error.detail) }
        do throws(COSEError) { try message.verify(with: path.publicKey) } catch {
            throw Refusal(code: error.reason.rawValue, detail: error.detail)
        }
        guard date <= time else { throw Refusal(code: "MDOC_VICAL_FUTURE", detail: "a list from the future") }
        if let nextUpdate, time >= nextUpdate {
            throw Refusal(code: "MDOC_VICAL_EXPIRED", detail: "a newer list should be there")
        }
        if let least {
            guard let issueID, issueID >= least else {
                throw Refusal(code: "MDOC_VICAL_ROLLBACK", detail: "an older list than one that was seen")
            }
        }
        return path
    }
}

extension IssuerTrust {
    /// Trusts the authorities of a list, each for the documents that it is listed for and until the next list is due, after
    /// the list was verified as `VICAL.verify` does. They take the place of all that came from this provider before, so that
    /// whoever is not listed any more is not trusted any more.
    ///
    /// `least` is the number of the newest list of this provider that was seen, or `nil` when none was. Gives how many
    /// entries were left out because they are no authorities or cannot be read. Throws `VICAL.Refusal`.
    @discardableResult
    public mutating func add(
        _ list: VICAL, anchors: [TrustAnchor], at time: Date, least: UInt64?, revocationLists: [RevocationList] = []
    ) throws(VICAL.Refusal) -> Int {
        let path = try list.verify(anchors: anchors, at: time, least: least, revocationLists: revocationLists)
        var found: [(TrustAnchor, Set<DocumentType>)] = []
        for authority in list.authorities {
            if let anchor = try? TrustAnchor(authority.certificate) { found.append((anchor, authority.docTypes)) }
        }
        replace(Provider(name: list.provider, authority: path.anchor), by: found, until: list.nextUpdate)
        return list.authorities.count - found.count + list.unreadable.count
    }
}
