public import Foundation
public import JourneyCBOR
package import JourneyCrypto

/// A list of issuing authorities that a provider has verified (ISO/IEC 18013-5, annex C), kept as received. Nothing in
/// it is trusted before `verify`.
public struct VICAL: Sendable {
    /// The signed message, as received.
    package let message: COSESign1
    /// The payload, as received; unknown keys are ignored.
    package let item: CBORItem
    /// The version, `1.x`.
    let version: StructureVersion
    /// The provider's name, as stated in the list.
    public let provider: String
    public let date: Date
    /// The issue number, which grows from list to list.
    public let issueID: UInt64?
    /// The time at which the next list is due; `nil` if not stated.
    public let nextUpdate: Date?
    /// The entries in order. An unusable entry does not affect the others.
    package let entries: [Entry]

    /// The authorities of the entries that keep every rule of encoding, as the default policy asks.
    package var authorities: [Authority] { entries.compactMap { $0.error == nil ? $0.authority : nil } }
    /// The errors of the other entries.
    package var unreadable: [CBORError] { entries.compactMap(\.error) }

    /// The maximum number of authorities.
    static let mostAuthorities = 4_096

    /// Parses a list.
    ///
    /// - Throws: `CBORError` for bytes that aren't a signed list.
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
        let list = try item.expectMember("certificateInfos")
        entries = try list.expectArray("certificateInfos", count: 0...VICAL.mostAuthorities).map(Entry.init)
    }

    /// One entry of a list.
    package struct Entry: Sendable {
        /// The authority; `nil` for an entry that cannot be parsed.
        package let authority: Authority?
        /// The reason why the entry cannot be parsed, or the first rule of encoding that it breaks.
        package let error: CBORError?

        init(_ item: CBORItem) {
            do throws(CBORError) {
                let authority = try Authority(item)
                self.authority = authority
                error = authority.deviations.first
            } catch {
                authority = nil
                self.error = error
            }
        }
    }

    /// One authority of a list, with the document types that it is listed for.
    package struct Authority: Sendable {
        /// The entry, as received.
        package let item: CBORItem
        /// The authority's certificate. The entry's other statements must agree with it.
        package let certificate: Certificate
        /// The document types that the authority is listed for.
        package let docTypes: Set<DocumentType>
        /// The departures from strict encoding: the certificate's, then a different key identifier in the entry.
        let deviations: [CBORError]
        /// `true` if `ski` is the certificate's key identifier, in one of the spellings of the field.
        let isKeyIdentifierSame: Bool

        init(_ item: CBORItem) throws(CBORError) {
            self.item = item
            _ = try item.expectMap("an entry of certificateInfos")
            let der = try item.expectMember("certificate")
            do throws(DERError) {
                certificate = try Certificate.tolerant(Array(try Self.bytes(der)))
            } catch { throw der.failure(.notAllowed, "the certificate cannot be parsed: \(error.reason.rawValue)") }
            let list = try item.expectMember("docType")
            docTypes = Set(
                try list.expectArray("docType", count: 1...256).map { part throws(CBORError) in
                    DocumentType(try part.expectText("a type of documents"))
                })
            let ski = try item.expectMember("ski")
            isKeyIdentifierSame = Self.isSame(
                try ski.expectBytes("ski"), as: certificate.subjectKeyIdentifier ?? [])
            deviations =
                certificate.deviations.map {
                    der.failure(.notAllowed, "the certificate cannot be parsed: \($0.reason.rawValue)")
                } + (isKeyIdentifierSame ? [] : [ski.failure(.notAllowed, "ski differs from the certificate's")])
            let serial = try item.expectMember("serialNumber")
            guard Self.digits(serial).map({ $0.elementsEqual(Self.trimmed(certificate.serialNumber)) }) == true else {
                throw serial.failure(.notAllowed, "serialNumber differs from the certificate's")
            }
        }

        /// Returns `true` if `ski` is the identifier, alone or as the content of one or two OCTET STRINGs: providers copy
        /// the extension's value with its headers.
        private static func isSame(_ ski: ArraySlice<UInt8>, as identifier: [UInt8]) -> Bool {
            var bytes = ski
            for _ in 0...2 {
                if bytes.elementsEqual(identifier) { return true }
                guard let inner = try? DERReader.element(.octetString, in: bytes).content else { return false }
                bytes = inner
            }
            return false
        }

        /// Returns the bytes of a certificate; none for anything but a byte string, which then fails to parse.
        private static func bytes(_ item: CBORItem) throws(DERError) -> ArraySlice<UInt8> { item.bytes ?? [] }

        /// Returns a number's bytes without leading zeros: an unsigned integer, or a bignum under tag 2.
        private static func digits(_ item: CBORItem) -> ArraySlice<UInt8>? {
            if let big = item.tagged(2)?.bytes { return trimmed(big) }
            guard let number = item.unsigned else { return nil }
            return trimmed((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }[...])
        }

        private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.drop { $0 == 0 } }
    }

    /// Creates and signs a list.
    ///
    /// - Parameters:
    ///   - provider: The provider's name.
    ///   - authorities: The authorities' certificates with their document types.
    ///   - date: The date of the list.
    ///   - nextUpdate: The time at which the next list is due; `nil` to omit it.
    ///   - issueID: The issue number; `nil` to omit it.
    ///   - signer: The provider's key.
    ///   - chain: The provider's certificate, followed by any intermediates.
    /// - Returns: The list.
    /// - Throws: `IssuingError`, and the errors of the key.
    package static func make(
        provider: String, authorities: [(certificate: Certificate, docTypes: Set<DocumentType>)], date: Date,
        nextUpdate: Date? = nil, issueID: UInt64? = nil, signer: any MessageSigner, chain: [Certificate]
    ) async throws -> VICAL {
        guard let leaf = chain.first, leaf.extendedKeyUsage?.contains(.vicalSigner) == true else {
            throw IssuingError(.certificate, at: "the provider", "the first certificate is not a VICAL signer's")
        }
        guard let written = CBORValue.time(date) else {
            throw IssuingError(.validity, at: "date", "the time cannot be encoded")
        }
        var infos: [CBORValue] = []
        for authority in authorities { infos.append(try info(authority.certificate, authority.docTypes)) }
        var members: [CBORValue: CBORValue] = [
            "version": "1.0", "vicalProvider": .text(provider), "date": written, "certificateInfos": .array(infos),
        ]
        if let nextUpdate {
            guard nextUpdate > date, let next = CBORValue.time(nextUpdate) else {
                throw IssuingError(.validity, at: "nextUpdate", "not after the list's date")
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
                .certificate, at: "\(certificate.subject)",
                "not an authority's certificate, or without a subject key identifier")
        }
        try IssuingError.require(!docTypes.isEmpty, .value, at: "\(certificate.subject)", "no document types")
        guard let notBefore = CBORValue.time(certificate.notBefore), let notAfter = CBORValue.time(certificate.notAfter)
        else {
            throw IssuingError(.validity, at: "\(certificate.subject)", "the certificate's validity cannot be encoded")
        }
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

    /// An error of verifying a list.
    public struct VerificationError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The stable code of the error.
        public let code: String
        /// The cause, for developers.
        public let detail: String

        public var description: String { "\(code): \(detail)" }

        /// The error of a list in which the policy accepts no entry.
        package static let empty = VerificationError(
            code: VerificationFault.listEmpty.rawValue, detail: "the list names no authority that the policy accepts")
    }
}
