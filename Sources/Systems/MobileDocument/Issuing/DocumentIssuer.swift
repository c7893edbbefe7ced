import Foundation
public import JourneyCBOR
public import JourneyCrypto

/// A signer of documents (ISO/IEC 18013-5, section 9.1.2): items with their own random bytes under shuffled IDs, and the
/// object with their digests.
public struct DocumentIssuer: Sendable {
    /// The content of a document.
    public struct Content: Sendable {
        /// The type of the document.
        public var docType: DocumentType
        /// The values by namespace and element.
        public var values: [String: [String: CBORValue]]
        /// The validity of the document.
        public var validity: ValidityInfo
        package var keyAuthorizations: KeyAuthorizations
        package var status: DocumentStatus?

        /// Creates content.
        ///
        /// - Parameters:
        ///   - docType: The type of the document.
        ///   - values: The values by namespace and element.
        ///   - validity: The validity of the document.
        ///   - keyAuthorizations: The elements that the device may sign itself.
        ///   - status: The reference to the revocation status; `nil` for none.
        public init(
            docType: DocumentType, values: [String: [String: CBORValue]], validity: ValidityInfo,
            keyAuthorizations: KeyAuthorizations = KeyAuthorizations(), status: DocumentStatus? = nil
        ) {
            self.docType = docType
            self.values = values
            self.validity = validity
            self.keyAuthorizations = keyAuthorizations
            self.status = status
        }
    }

    /// The number of random bytes of each item; the standard requires at least 16.
    static let randomCount = 32

    private let signer: any MessageSigner
    private let chain: [Certificate]
    private let digestAlgorithm: HashAlgorithm
    private let random: @Sendable (Int) -> [UInt8]
    /// The algorithm numbers that signatures name; by default those that every verifier knows.
    public var algorithmNumbers = COSENumbers.rfc9053

    /// Creates an issuer.
    ///
    /// - Parameters:
    ///   - signer: The document signer's key.
    ///   - chain: The signer's certificate, followed by any intermediates, without the authority's.
    ///   - digestAlgorithm: The hash function of the digests.
    ///   - random: The source of random bytes.
    /// - Throws: `IssuingError`: `MDOC_CERTIFICATE` if the first certificate is not a document signer's; `MDOC_KEY` for
    ///   a key without a COSE algorithm.
    public init(
        signer: any MessageSigner, chain: [Certificate], digestAlgorithm: HashAlgorithm = .sha256,
        random: @escaping @Sendable (Int) -> [UInt8] = CertificateAuthority.random
    ) throws(IssuingError) {
        guard let first = chain.first, first.extendedKeyUsage?.contains(.documentSigner) == true,
            first.basicConstraints?.isAuthority != true
        else { throw IssuingError(.certificate, at: "the signer", "the first certificate is not a document signer's") }
        guard COSEAlgorithm(signer.signatureAlgorithm) != nil else {
            throw IssuingError(.key, at: "the signer", "the key's algorithm has no COSE identifier")
        }
        self.signer = signer
        self.chain = chain
        self.digestAlgorithm = digestAlgorithm
        self.random = random
    }

    /// Issues a document bound to a device's key.
    ///
    /// - Parameters:
    ///   - content: The content of the document.
    ///   - deviceKey: The device's public key.
    /// - Returns: The issuer-signed document.
    /// - Throws: `IssuingError`, and the errors of the signing key.
    public func issue(_ content: Content, deviceKey: PublicKey) async throws -> IssuerSigned {
        let key = try IssuingError.require(
            COSEKey.value(deviceKey), .key, at: "the device's key", "the key's type has no COSE encoding")
        let validity = content.validity
        guard validity.signed >= chain[0].notBefore, validity.signed < chain[0].notAfter else {
            throw IssuingError(.validity, at: "signed", "outside the validity of the signer's certificate")
        }
        guard validity.validFrom >= validity.signed, validity.validUntil > validity.validFrom,
            let times = validity.cbor
        else {
            throw IssuingError(
                .validity, at: "the document",
                "validFrom is before signed, validUntil is not after validFrom, or a time is out of range")
        }
        let spaces = content.values.sorted { $0.key < $1.key }.map { ($0.key, items($0.value)) }
        guard !spaces.isEmpty else { throw IssuingError(.value, at: "the document", "the document has no elements") }
        var deviceKeyInfo: [CBORValue: CBORValue] = ["deviceKey": key]
        if let authorized = content.keyAuthorizations.cbor { deviceKeyInfo["keyAuthorizations"] = authorized }
        var mso: [CBORValue: CBORValue] = [
            "version": "1.0", "digestAlgorithm": .text(digestAlgorithm.digestName),
            "valueDigests": .map(
                Dictionary(uniqueKeysWithValues: spaces.map { (.text($0.0), .map(digests($0.1))) })),
            "deviceKeyInfo": .map(deviceKeyInfo), "docType": .text(content.docType.name), "validityInfo": times,
        ]
        if let status = content.status { mso["status"] = status.cbor }
        let payload = CBORWriter.embedding(CBORValue.map(mso).encoded)
        var fields = COSEFields.chain(chain)
        fields.numbers = algorithmNumbers
        let auth = try await COSESign1(signing: payload, with: signer, fields: fields)
        return try IssuerSigned(
            IssuerSigned.encode(
                spaces.map { ($0.0, $0.1.map { $0.encoded[...] }) }, issuerAuth: auth.encoded)[...])
    }

    /// Issues one single-use document for each key. The documents share nothing but their content, so that they cannot
    /// be linked to one person.
    ///
    /// - Parameters:
    ///   - content: The content of each document.
    ///   - deviceKeys: The device's public keys, all different.
    /// - Returns: The documents, in the order of the keys.
    /// - Throws: `IssuingError`, and the errors of the signing key.
    public func batch(_ content: Content, deviceKeys: [PublicKey]) async throws -> [IssuerSigned] {
        try IssuingError.require(
            Set(deviceKeys).count == deviceKeys.count, .key, at: "the device's keys", "a key occurs twice")
        var documents: [IssuerSigned] = []
        for key in deviceKeys { documents.append(try await issue(content, deviceKey: key)) }
        return documents
    }

    /// Returns the items of a namespace, in the order of their names, with IDs that reveal nothing about it.
    private func items(_ values: [String: CBORValue]) -> [(id: UInt64, encoded: [UInt8])] {
        let ids = shuffled(values.count)
        return zip(values.sorted { $0.key < $1.key }, ids).map { element, id in
            var writer = CBORWriter()
            writer.map(4)
            writer.member("digestID", .unsigned(id))
            writer.member("random", .bytes(random(DocumentIssuer.randomCount)))
            writer.member("elementIdentifier", .text(element.key))
            writer.member("elementValue", element.value)
            return (id, CBORWriter.embedding(writer.encoded))
        }
    }

    private func digests(_ items: [(id: UInt64, encoded: [UInt8])]) -> [CBORValue: CBORValue] {
        Dictionary(uniqueKeysWithValues: items.map { (.unsigned($0.id), .bytes(digestAlgorithm.hash($0.encoded))) })
    }

    /// Returns 0 to `count` − 1 in a random order, each equally likely (Fisher–Yates).
    private func shuffled(_ count: Int) -> [UInt64] {
        var ids = (0..<UInt64(count)).map { $0 }
        for last in stride(from: count - 1, to: 0, by: -1) { ids.swapAt(last, number(below: last + 1)) }
        return ids
    }

    private func number(below bound: Int) -> Int {
        let bound = UInt64(bound)
        // Values beyond the largest multiple of `bound` would favour small numbers.
        let limit = UInt64.max - UInt64.max % bound
        while true {
            let drawn = random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if drawn < limit { return Int(drawn % bound) }
        }
    }
}
