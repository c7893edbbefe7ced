public import Foundation
import JourneyCBOR
public import JourneyCrypto

extension VICAL {
    /// A new list of `authorities` with the documents of each, signed by a provider whose certificate comes first in
    /// `chain`. Throws `IssuingError`, and what the key throws.
    public static func make(
        provider: String, authorities: [(certificate: Certificate, docTypes: Set<DocumentType>)], date: Date,
        nextUpdate: Date? = nil, issueID: UInt64? = nil, signer: any MessageSigner, chain: [Certificate]
    ) async throws -> VICAL {
        guard let leaf = chain.first, leaf.extendedKeyUsage?.contains(.vicalSigner) == true else {
            throw IssuingError(.certificate, at: "the provider", "no certificate of who signs such lists")
        }
        guard let written = CBORValue.time(date) else { throw IssuingError(.validity, at: "date", "no such time") }
        var infos: [CBORValue] = []
        for authority in authorities { infos.append(try info(authority.certificate, authority.docTypes)) }
        var members: [CBORValue: CBORValue] = [
            "version": "1.0", "vicalProvider": .text(provider), "date": written, "certificateInfos": .array(infos),
        ]
        if let nextUpdate {
            guard nextUpdate > date, let next = CBORValue.time(nextUpdate) else {
                throw IssuingError(.validity, at: "nextUpdate", "not after the list")
            }
            members["nextUpdate"] = next
        }
        if let issueID { members["vicalIssueID"] = .unsigned(issueID) }
        let message = try await COSESign1(
            signing: CBORValue.map(members).encoded, with: signer, fields: .chain(chain))
        return try VICAL(message.encoded)
    }

    private static func info(
        _ certificate: Certificate, _ docTypes: Set<DocumentType>
    ) throws(IssuingError) -> CBORValue {
        guard certificate.basicConstraints?.isAuthority == true, let ski = certificate.subjectKeyIdentifier else {
            throw IssuingError(
                .certificate, at: "\(certificate.subject)", "no authority, or without the name of its key")
        }
        try IssuingError.require(!docTypes.isEmpty, .value, at: "\(certificate.subject)", "no type of documents")
        guard let notBefore = CBORValue.time(certificate.notBefore), let notAfter = CBORValue.time(certificate.notAfter)
        else { throw IssuingError(.validity, at: "\(certificate.subject)", "no such time") }
        var members: [CBORValue: CBORValue] = [
            "certificate": .bytes(certificate.encoded),
            "serialNumber": .tagged(2, .bytes(Array(certificate.serialNumber.drop { $0 == 0 }))), "ski": .bytes(ski),
            "docType": .array(docTypes.map(\.name).sorted().map { .text($0) }),
            "issuer": .bytes(Array(certificate.issuer.encoded)), "subject": .bytes(Array(certificate.subject.encoded)),
            "notBefore": notBefore, "notAfter": notAfter,
        ]
        if let country = certificate.subject.values(of: .country).first { members["issuingCountry"] = .text(country) }
        if let state = certificate.subject.values(of: .stateOrProvince).first {
            members["stateOrProvinceName"] = .text(state)
        }
        return .map(members)
    }
}
