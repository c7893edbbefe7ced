import JourneyCBOR

/// The capabilities of a device beyond the first edition (ISO/IEC 18013-5, second edition, key 6 of an engagement).
public struct DeviceCapabilities: Hashable, Sendable {
    /// `true` if the device's keys can create MACs.
    package var makesMACs: Bool?
    /// The curves on which it creates MACs, by COSE numbers.
    package var macCurves: [Int64]?
    /// `true` if a session may be established during a negotiated handover.
    var establishesInHandover: Bool?
    /// `true` if the device supports `readerAuthAll`.
    package var understandsReaderAuthAll: Bool?
    /// `true` if the device supports `deviceRequestInfo`.
    package var understandsExtendedRequests: Bool?

    /// Creates capabilities without statements.
    package init() {}

    /// Parses the known capabilities of `item`; `nil` when it is no map. Unknown or malformed members are ignored.
    init?(_ item: CBORItem) {
        guard item.members != nil else { return nil }
        makesMACs = item[0]?.boolean
        macCurves = item[1]?.array?.compactMap(\.integer)
        establishesInHandover = item[2]?.boolean
        understandsReaderAuthAll = item[3]?.boolean
        understandsExtendedRequests = item[4]?.boolean
    }

    var value: CBORValue {
        var members: [CBORValue: CBORValue] = [:]
        members[0] = makesMACs.map(CBORValue.boolean)
        members[1] = macCurves.map { .array($0.map(CBORValue.integer)) }
        members[2] = establishesInHandover.map(CBORValue.boolean)
        members[3] = understandsReaderAuthAll.map(CBORValue.boolean)
        members[4] = understandsExtendedRequests.map(CBORValue.boolean)
        return .map(members)
    }
}
