public import MobileDocument

/// What a reader asks the person for: only what the chosen documents hold, so that nothing is asked in vain.
public struct ConsentRequest: Hashable, Sendable {
    /// Who asks, as far as that is proved.
    public enum Reader: Hashable, Sendable {
        /// Whoever is named so by an authority of readers that is known signed all that was asked, in this session.
        case verified(name: String)
        /// Nobody signed it.
        case unsigned
        /// Signed, and the signature proves nothing; with the code of why.
        case unproven(code: String)
    }

    /// One element of one of the person's documents, as the reader asked for it: however often it is asked for, it is one
    /// decision.
    public struct ItemID: Hashable, Sendable {
        public let credential: Credential.ID
        public let name: ElementName

        /// The element of that name of that document.
        public init(credential: Credential.ID, name: ElementName) {
            self.credential = credential
            self.name = name
        }
    }

    /// One thing to allow.
    public struct Item: Hashable, Sendable, Identifiable {
        public let id: ItemID
        /// Whether the reader means to keep it.
        public let isRetained: Bool
        /// What answers a question about age; `nil` for everything else.
        public let age: AgeAnswer?
    }

    /// The statement of the document that answers a question about age (ISO/IEC 18013-5, section 7.2.5).
    public struct AgeAnswer: Hashable, Sendable {
        /// The age that was asked about.
        public let asked: Int
        /// The age that the document has a statement about, the nearest.
        public let held: Int
        /// Whether the person has reached it.
        public let isReached: Bool
    }

    /// What is asked for of one namespace.
    public struct NameSpace: Hashable, Sendable {
        public let name: String
        public let items: [Item]
    }

    /// What is asked for of one document, by all parts of the request that ask for it.
    public struct Document: Hashable, Sendable {
        public let credential: Credential
        public internal(set) var nameSpaces: [NameSpace]
        /// How many elements were asked for that it does not have.
        public internal(set) var unavailable: Int
        /// What each part of the request asks for of what it has, by the part's place.
        var places: [Int: Set<ElementName>]
    }

    public let reader: Reader
    /// Documents that can answer, in the order of the request.
    public let documents: [Document]
    /// How many documents were asked for that are not among the chosen, or have nothing of what was asked.
    public let unknownDocuments: Int

    /// All that can be allowed.
    public var items: [Item] { documents.flatMap { $0.nameSpaces.flatMap(\.items) } }

    /// What `allowed` means for each part of the request. What was not offered is not there.
    func approved(_ allowed: Set<ItemID>) -> [ApprovedDocument] {
        documents.flatMap { document -> [ApprovedDocument] in
            let items = document.nameSpaces.flatMap(\.items).filter { allowed.contains($0.id) }
            return document.places.compactMap { place, names -> ApprovedDocument? in
                let shared = items.filter { names.contains($0.id.name) }
                guard !shared.isEmpty else { return nil }
                return ApprovedDocument(
                    place: place, credential: document.credential.id,
                    elements: Dictionary(shared.map { ($0.id.name, $0.age) }, uniquingKeysWith: { $1 }))
            }
        }.sorted { $0.place < $1.place }
    }
}
