package import JourneyCBOR
package import JourneyCrypto

/// The object that an issuer signs about a document: digests of its items, the device's key, and the validity (ISO/IEC
/// 18013-5, section 9.1.2.4).
///
/// The bytes are kept as received; unknown keys are ignored.
package struct MobileSecurityObject: Sendable {
    /// The map, as received.
    package let item: CBORItem
    /// The version, `1.x`.
    package let version: StructureVersion
    /// The hash function of the digests.
    package let digestAlgorithm: HashAlgorithm
    /// The digests by namespace and digest ID, each as long as the hash function's output.
    package let valueDigests: [String: [UInt64: ArraySlice<UInt8>]]
    /// The device's public key, a COSE_Key as received. Validated when it is used.
    package let deviceKey: CBORItem
    /// The elements that the device may sign itself.
    package let keyAuthorizations: KeyAuthorizations
    /// The issuer's additional information about the key, as received.
    let keyInfo: CBORItem?
    package let docType: DocumentType
    package let validity: ValidityInfo
    /// The reference to the document's revocation status.
    package let status: DocumentStatus?

    /// Parses the payload of `issuerAuth`: `#6.24(bstr .cbor MobileSecurityObject)`. Throws `CBORError`.
    package init(payload: ArraySlice<UInt8>) throws(CBORError) {
        var budget = ItemBudget(DocumentLimits.response)
        try self.init(payload: payload, &budget)
    }

    init(payload: ArraySlice<UInt8>, _ budget: inout ItemBudget) throws(CBORError) {
        let tagged = try budget.item(in: payload)
        try self.init(budget.embedded(tagged, "the payload of issuerAuth"))
    }

    init(_ item: CBORItem) throws(CBORError) {
        self.item = item
        version = try StructureVersion(item.expectMember("version"))
        let algorithm = try item.expectMember("digestAlgorithm")
        guard let known = HashAlgorithm(digestName: try algorithm.expectText("digestAlgorithm")) else {
            throw algorithm.failure(.unsupported, "digestAlgorithm is not SHA-256, SHA-384 or SHA-512")
        }
        digestAlgorithm = known
        valueDigests = try Self.digests(item.expectMember("valueDigests"), count: known.count)
        let keyInfo = try item.expectMember("deviceKeyInfo")
        deviceKey = try keyInfo.expectMember("deviceKey")
        _ = try deviceKey.expectMap("deviceKey")
        keyAuthorizations = try keyInfo["keyAuthorizations"].map(KeyAuthorizations.init(_:)) ?? KeyAuthorizations()
        self.keyInfo = keyInfo["keyInfo"]
        _ = try self.keyInfo?.expectMap("keyInfo")
        docType = DocumentType(try item.expectMember("docType").expectText("docType"))
        validity = try ValidityInfo(item.expectMember("validityInfo"))
        status = try item["status"].map(DocumentStatus.init(_:))
    }

    private static func digests(
        _ item: CBORItem, count: Int
    ) throws(CBORError) -> [String: [UInt64: ArraySlice<UInt8>]] {
        var found: [String: [UInt64: ArraySlice<UInt8>]] = [:]
        for space in try item.expectMap("valueDigests") {
            var digests: [UInt64: ArraySlice<UInt8>] = [:]
            for entry in try space.value.expectMap("the digests of a namespace") {
                let digest = try entry.value.expectBytes("a digest")
                guard digest.count == count else {
                    throw entry.value.failure(.notAllowed, "a digest's length is not that of its algorithm")
                }
                digests[try entry.key.expectUnsigned("a digest id")] = digest
            }
            found[try space.key.expectText("a namespace")] = digests
        }
        return found
    }
}

extension HashAlgorithm {
    /// Returns the algorithm of this name in an MSO (ISO/IEC 18013-5, section 9.1.2.5).
    init?(digestName: String) {
        switch digestName {
        case "SHA-256": self = .sha256
        case "SHA-384": self = .sha384
        case "SHA-512": self = .sha512
        default: return nil
        }
    }

    /// The algorithm's name in an MSO.
    var digestName: String {
        switch self {
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }
}
