public import Foundation
public import JourneyCBOR
public import JourneyCrypto

/// A list of issuing authorities that a provider has verified (ISO/IEC 18013-5, annex C), read and kept as received. Nothing
/// in it is believed before `verify`.
public struct VICAL: Sendable {
    /// The signed message, as received.
    package let message: COSESign1
    /// The payload, as received; keys that are not known are passed over.
    package let item: CBORItem
    /// `1.x`.
    let version: StructureVersion
    /// Who made the list, as it says.
    public let provider: String
    public let date: Date
    /// A number that grows from list to list.
    public let issueID: UInt64?
    /// When the next list is to come; `nil` when it does not say.
    public let nextUpdate: Date?
    package let authorities: [Authority]
    /// What is wrong with the entries that cannot be used; they hide no other.
    package let unreadable: [CBORError]

    /// The most authorities of a list.
    static let mostAuthorities = 4_096

    /// The list that these bytes are. Throws `CBORError`.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        message = try COSESign1(bytes, limits: DocumentLimits.response)
        let payload = try CBORError.require(message.payload, .missing, at: bytes.startIndex, "the list has no payload")
        item = try CBORReader.item(in: payload, limits: DocumentLimits.response)
        _ = try item.expectMap("the list")
        version = try StructureVersion(item.expectMember("version"))
        provider = try item.expectMember("vicalProvider").expectText("vicalProvider")
        date = try item.expectMember("date").expectTime("date")
        issueID = try item["vicalIssueID"]?.expectUnsigned("vicalIssueID")
        nextUpdate = try item["nextUpdate"]?.expectTime("nextUpdate")
        var authorities: [Authority] = []
        var unreadable: [CBORError] = []
        let list = try item.expectMember("certificateInfos")
        for part in try list.expectArray("certificateInfos", count: 0...VICAL.mostAuthorities) {
            do throws(CBORError) { authorities.append(try Authority(part)) } catch { unreadable.append(error) }
        }
        self.authorities = authorities
        self.unreadable = unreadable
    }

    /// One authority of a list, and the documents that it is listed for.
    package struct Authority: Sendable {
        /// The entry, as received.
        package let item: CBORItem
        /// The authority's certificate. What the entry says about it besides is what the certificate says.
        package let certificate: Certificate
        package let docTypes: Set<DocumentType>

        init(_ item: CBORItem) throws(CBORError) {
            self.item = item
            _ = try item.expectMap("an entry of certificateInfos")
            let der = try item.expectMember("certificate")
            do throws(DERError) {
                certificate = try Certificate(Array(try Self.bytes(der)))
            } catch { throw der.failure(.notAllowed, "a certificate that cannot be read: \(error.reason.rawValue)") }
            let list = try item.expectMember("docType")
            docTypes = Set(
                try list.expectArray("docType", count: 1...256).map { part throws(CBORError) in
                    DocumentType(try part.expectText("a type of documents"))
                })
            let ski = try item.expectMember("ski")
            guard try ski.expectBytes("ski").elementsEqual(certificate.subjectKeyIdentifier ?? []) else {
                throw ski.failure(.notAllowed, "ski is not the certificate's")
            }
            let serial = try item.expectMember("serialNumber")
            guard Self.digits(serial).map({ $0.elementsEqual(Self.trimmed(certificate.serialNumber)) }) == true else {
                throw serial.failure(.notAllowed, "serialNumber is not the certificate's")
            }
        }

        /// The bytes of a certificate; what is no byte string is no certificate either.
        private static func bytes(_ item: CBORItem) throws(DERError) -> ArraySlice<UInt8> { item.bytes ?? [] }

        /// A number as its bytes without leading zeros: an unsigned one, or a big one under tag 2.
        private static func digits(_ item: CBORItem) -> ArraySlice<UInt8>? {
            if let big = item.tagged(2)?.bytes { return trimmed(big) }
            guard let number = item.unsigned else { return nil }
            return trimmed((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }[...])
        }

        private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.drop { $0 == 0 } }
    }

    /// A new list of `authorities` with the documents of each, signed by a provider whose certificate comes first in
    /// `chain`. Throws `IssuingError`, and what the key throws.
    package static func make(
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

    /// Why a list is not believed.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// A stable code.
        public let code: String
        /// One clause for developers.
        public let detail: String

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
        let chain: [Certificate]
        do throws(DERError) { chain = try message.header.certificates() } catch {
            throw Refusal(code: error.reason.rawValue, detail: "a certificate that cannot be read")
        }
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
