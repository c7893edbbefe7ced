import JourneyCBOR

/// What a device says that it can do beyond the first edition (ISO/IEC 18013-5, second edition, key 6 of an engagement).
public struct DeviceCapabilities: Hashable, Sendable {
    /// MACs are made with the device's keys.
    package var makesMACs: Bool?
    /// The curves that it makes MACs on, by COSE's numbers.
    package var macCurves: [Int64]?
    /// A session may be established during a negotiated handover.
    var establishesInHandover: Bool?
    /// `readerAuthAll` is understood.
    package var understandsReaderAuthAll: Bool?
    /// `deviceRequestInfo` is understood.
    package var understandsExtendedRequests: Bool?

    /// Capabilities of which nothing is said.
    package init() {}

    /// What `item` says in a form that is known; `nil` when it is no map. Peers say other things there too.
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
