import JourneyCBOR

/// The information of a version 1.1 request about all its documents (ISO/IEC 18013-5, second edition:
/// DeviceRequestInfo).
package struct DeviceRequestInfo: Sendable {
    /// Alternative sets of documents for one purpose.
    package struct UseCase: Hashable, Sendable {
        /// `true` if the reader requires the use case.
        let isMandatory: Bool
        /// The sets, each with indices of the request's documents.
        package let documentSets: [[Int]]
        /// The purposes by the definer of the hints.
        package let purposeHints: [String: Int64]

        /// Creates a use case.
        package init(isMandatory: Bool, documentSets: [[Int]], purposeHints: [String: Int64] = [:]) {
            self.isMandatory = isMandatory
            self.documentSets = documentSets
            self.purposeHints = purposeHints
        }
    }

    /// DeviceRequestInfoBytes: the info under tag 24, as received. The signed bytes.
    let encoded: ArraySlice<UInt8>
    package let useCases: [UseCase]
    /// All members, unknown ones included.
    let members: [CBORItem.Member]

    init(_ item: CBORItem, documents: Int) throws(CBORError) {
        encoded = item.encoded
        let info = try item.expectEmbedded("the request's info", limits: DocumentLimits.request)
        members = try info.expectMap("the request's info")
        useCases =
            try info["useCases"]?.expectArray("the use cases", count: 1...64)
            .map { part throws(CBORError) in try UseCase(part, documents: documents) } ?? []
    }
}

extension DeviceRequestInfo.UseCase {
    fileprivate init(_ item: CBORItem, documents: Int) throws(CBORError) {
        isMandatory = try item.expectMember("mandatory").expectBoolean("mandatory of a use case")
        let sets = try item.expectMember("documentSets").expectArray("the document sets", count: 1...64)
        documentSets = try sets.map { list throws(CBORError) in
            let places = try list.expectArray("a document set", count: 1...DeviceRequest.mostDocuments)
            return try places.map { place throws(CBORError) in
                let number = try place.expectUnsigned("a document's index")
                try place.require(number < UInt64(documents), "a document's index is out of range")
                return Int(number)
            }
        }
        var hints: [String: Int64] = [:]
        for hint in try item["purposeHints"]?.expectMap("the purpose hints") ?? [] {
            hints[try hint.key.expectText("the definer of a purpose hint")] = try hint.value.expectInteger(
                "a purpose hint")
        }
        purposeHints = hints
    }

    var value: CBORValue {
        var members: [CBORValue: CBORValue] = [
            "mandatory": .boolean(isMandatory),
            "documentSets": .array(documentSets.map { .array($0.map { .integer(Int64($0)) }) }),
        ]
        if !purposeHints.isEmpty {
            members["purposeHints"] = .map(
                Dictionary(purposeHints.map { (.text($0), .integer($1)) }, uniquingKeysWith: { $1 }))
        }
        return .map(members)
    }
}
