public import JourneyCBOR

/// What a request of version 1.1 says about all its documents (ISO/IEC 18013-5, second edition: DeviceRequestInfo).
public struct DeviceRequestInfo: Sendable {
    /// Sets of documents of which one is enough for something.
    public struct UseCase: Hashable, Sendable {
        /// Whether the reader needs it.
        public let isMandatory: Bool
        /// Each set lists documents of the request, by their place.
        public let documentSets: [[Int]]
        /// Why, by who defined the hints.
        public let purposeHints: [String: Int64]

        /// A use case of these parts.
        public init(isMandatory: Bool, documentSets: [[Int]], purposeHints: [String: Int64] = [:]) {
            self.isMandatory = isMandatory
            self.documentSets = documentSets
            self.purposeHints = purposeHints
        }
    }

    /// DeviceRequestInfoBytes: the info under tag 24, as received. This is what is signed.
    public let encoded: ArraySlice<UInt8>
    public let useCases: [UseCase]
    /// All members, those too that nobody here knows.
    public let members: [CBORItem.Member]

    init(_ item: CBORItem, documents: Int) throws(CBORError) {
        encoded = item.encoded
        let info = try item.expectEmbedded("the request's info", limits: DocumentLimits.request)
        members = try info.expectMap("the request's info")
        var useCases: [UseCase] = []
        if let list = info["useCases"] {
            for part in try list.expectArray("the use cases", count: 1...64) {
                useCases.append(try UseCase(part, documents: documents))
            }
        }
        self.useCases = useCases
    }
}

extension DeviceRequestInfo.UseCase {
    fileprivate init(_ item: CBORItem, documents: Int) throws(CBORError) {
        isMandatory = try item.expectMember("mandatory").expectBoolean("whether a use case is mandatory")
        var sets: [[Int]] = []
        for list in try item.expectMember("documentSets").expectArray("the document sets", count: 1...64) {
            var set: [Int] = []
            for place in try list.expectArray("a document set", count: 1...DeviceRequest.mostDocuments) {
                let number = try place.expectUnsigned("a document's place")
                try place.require(number < UInt64(documents), "a place where no document is asked for")
                set.append(Int(number))
            }
            sets.append(set)
        }
        documentSets = sets
        var hints: [String: Int64] = [:]
        for hint in try item["purposeHints"]?.expectMap("the purpose hints") ?? [] {
            hints[try hint.key.expectText("who defined a hint")] = try hint.value.expectInteger("a hint")
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
