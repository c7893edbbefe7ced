import JourneyCBOR

/// The reference to a document's revocation status (ISO/IEC 18013-5, second edition, section 12.3.6): a status list
/// (Token Status List) or an identifier list.
public struct DocumentStatus: Hashable, Sendable {
    /// An index in a status list.
    package struct StatusListReference: Hashable, Sendable {
        package var index: UInt64
        package var uri: String

        package init(index: UInt64, uri: String) {
            self.index = index
            self.uri = uri
        }
    }

    /// An identifier that a list of revoked documents may contain.
    package struct IdentifierListReference: Hashable, Sendable {
        var identifier: [UInt8]
        var uri: String

        package init(identifier: [UInt8], uri: String) {
            self.identifier = identifier
            self.uri = uri
        }
    }

    package var statusList: StatusListReference?
    package var identifierList: IdentifierListReference?

    /// Creates the status reference of a new document.
    package init(statusList: StatusListReference? = nil, identifierList: IdentifierListReference? = nil) {
        self.statusList = statusList
        self.identifierList = identifierList
    }

    init(_ item: CBORItem) throws(CBORError) {
        _ = try item.expectMap("status")
        if let list = item["status_list"] {
            statusList = StatusListReference(
                index: try list.expectMember("idx").expectUnsigned("idx"),
                uri: try list.expectMember("uri").expectText("uri"))
        }
        if let list = item["identifier_list"] {
            identifierList = IdentifierListReference(
                identifier: Array(try list.expectMember("id").expectBytes("id")),
                uri: try list.expectMember("uri").expectText("uri"))
        }
    }

    var cbor: CBORValue {
        var members: [CBORValue: CBORValue] = [:]
        if let list = statusList { members["status_list"] = ["idx": .unsigned(list.index), "uri": .text(list.uri)] }
        if let list = identifierList {
            members["identifier_list"] = ["id": .bytes(list.identifier), "uri": .text(list.uri)]
        }
        return .map(members)
    }
}
