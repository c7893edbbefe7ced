internal import Foundation
internal import JourneyCBOR
internal import JourneyCrypto
public import MobileDocument

/// A reader's request as presented to the user: only elements that the chosen documents contain.
public struct ConsentRequest: Hashable, Sendable {
    /// The identity of the reader, as far as it is proved.
    public enum Reader: Hashable, Sendable {
        /// A reader that an accepted authority certified under this name signed the whole request in this session.
        case verified(name: String)
        /// The request is not signed.
        case unsigned
        /// The request is signed, but the signature was not verified; with the error code.
        case unproven(code: String)
    }

    /// One element of one of the user's documents. It is one decision, however often it is requested.
    public struct ItemID: Hashable, Sendable {
        /// The document that contains the element.
        public let credential: Credential.ID
        /// The name of the element.
        public let name: ElementName

        /// Creates the identifier of an element of a document.
        ///
        /// - Parameters:
        ///   - credential: The document.
        ///   - name: The name of the element.
        public init(credential: Credential.ID, name: ElementName) {
            self.credential = credential
            self.name = name
        }
    }

    /// One element to approve or deny.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The identifier of the item.
        public let id: ItemID
        /// `true` if the reader intends to retain the value.
        public let isRetained: Bool
        /// The purposes that the reader states for the element; empty if it states none.
        public let purposes: [Purpose]
        /// The answer to a question of age; `nil` for any other element.
        public let age: AgeAnswer?
        /// The value that would be shared, which the user can look at before the decision.
        let value: CBORItem

        // The value follows from the document and the name.
        public static func == (one: Item, other: Item) -> Bool {
            one.id == other.id && one.isRetained == other.isRetained && one.age == other.age
                && one.purposes == other.purposes
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(isRetained)
            hasher.combine(purposes)
            hasher.combine(age)
        }
    }

    /// The document's statement that answers a question of age (ISO/IEC 18013-5, section 7.2.5).
    public struct AgeAnswer: Hashable, Sendable {
        /// The age in the question, in years.
        public let asked: Int
        /// The nearest age about which the document has a statement, in years.
        public let held: Int
        /// `true` if the holder has reached `held`.
        public let isReached: Bool
    }

    /// The requested elements of one namespace.
    public struct NameSpace: Hashable, Sendable {
        /// The name of the namespace.
        public let name: String
        /// The requested elements, in the order of the request.
        public let items: [Item]
    }

    /// The requested elements of one document, combined from all parts of the request that ask for it.
    public struct Document: Hashable, Sendable {
        /// The document.
        public let credential: Credential
        /// The requested elements by namespace.
        public internal(set) var nameSpaces: [NameSpace]
        /// The number of requested elements that the document lacks.
        public internal(set) var unavailable: Int
        /// The available elements that each part of the request asks for, by the part's index.
        var places: [Int: Set<ElementName>]
    }

    /// The reader, as far as its identity is proved.
    public let reader: Reader
    /// The documents that can answer, in the order of the request.
    public let documents: [Document]
    /// The number of requested documents that were not chosen or have none of the requested elements.
    public let unknownDocuments: Int

    /// All elements that can be approved.
    public var items: [Item] { documents.flatMap { $0.nameSpaces.flatMap(\.items) } }

    /// Returns the approved elements for each part of the request. Elements that were not offered are ignored.
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

/// A chosen document with its issuer-signed data.
struct SelectedDocument: Sendable {
    let credential: Credential
    let document: IssuerSigned
}

extension ConsentRequest {
    /// Creates the part of `request` that the chosen documents can answer. Of several documents of one type, the first
    /// with a requested element is used.
    init(_ request: DeviceRequest, cards: [SelectedDocument], reader: Reader) {
        var documents: [Document] = []
        var unknown = 0
        for (place, asked) in request.documents.enumerated() {
            let purposes = Purpose.stated(in: request, at: place)
            let answers = cards.lazy.filter { $0.credential.docType == asked.documentType }
                .map { Document(place, asked, $0, purposes: purposes) }
            guard let document = answers.first(where: { !$0.nameSpaces.isEmpty }) else {
                unknown += 1
                continue
            }
            if let index = documents.firstIndex(where: { $0.credential.id == document.credential.id }) {
                documents[index].merge(document)
            } else {
                documents.append(document)
            }
        }
        self.reader = reader
        self.documents = documents
        unknownDocuments = unknown
    }
}

extension ConsentRequest.Document {
    fileprivate init(
        _ place: Int, _ asked: DocumentRequest, _ card: SelectedDocument, purposes: [ConsentRequest.Purpose]
    ) {
        var spaces: [ConsentRequest.NameSpace] = []
        var missing = 0
        for space in asked.nameSpaces {
            let items = space.elements.compactMap { element -> ConsentRequest.Item? in
                let name = ElementName(space.name, element.identifier)
                guard let answer = card.document.answer(to: name) else { return nil }
                return ConsentRequest.Item(
                    id: .init(credential: card.credential.id, name: name), isRetained: element.isRetained,
                    purposes: purposes, age: ConsentRequest.AgeAnswer(name, answer), value: answer.elementValue)
            }
            missing += space.elements.count - items.count
            if !items.isEmpty { spaces.append(.init(name: space.name, items: items)) }
        }
        credential = card.credential
        nameSpaces = spaces
        unavailable = missing
        places = [place: Set(spaces.flatMap(\.items).map(\.id.name))]
    }

    /// Adds the elements that another part of the request asks for of the same document.
    fileprivate mutating func merge(_ other: ConsentRequest.Document) {
        for space in other.nameSpaces {
            guard let index = nameSpaces.firstIndex(where: { $0.name.utf8.elementsEqual(space.name.utf8) }) else {
                nameSpaces.append(space)
                continue
            }
            var items = nameSpaces[index].items
            for item in space.items {
                guard let place = items.firstIndex(where: { $0.id == item.id }) else {
                    items.append(item)
                    continue
                }
                // One intent to retain is enough, and each purpose is stated once.
                let known = items[place].purposes
                items[place] = ConsentRequest.Item(
                    id: item.id, isRetained: items[place].isRetained || item.isRetained,
                    purposes: known + item.purposes.filter { !known.contains($0) }, age: item.age, value: item.value)
            }
            nameSpaces[index] = ConsentRequest.NameSpace(name: nameSpaces[index].name, items: items)
        }
        unavailable += other.unavailable
        places.merge(other.places) { $0.union($1) }
    }
}

extension IssuerSigned {
    /// Returns the item that answers a question for the element, by the rules of the response; `nil` if none does.
    fileprivate func answer(to name: ElementName) -> IssuerSignedItem? {
        let request = RequestedDocument(docType: mso.docType, elements: [name])
        return ElementSelection(request, from: self, consents: { _ in true }).nameSpaces.first?.items.first
    }
}

extension ConsentRequest.AgeAnswer {
    /// Creates the answer of `document` to a question of age; `nil` for other elements and without an answer.
    init?(_ name: ElementName, in document: IssuerSigned) {
        guard let answer = document.answer(to: name) else { return nil }
        self.init(name, answer)
    }

    fileprivate init?(_ asked: ElementName, _ answer: IssuerSignedItem) {
        guard let asked = AgeElement(asked.identifier), let held = AgeElement(answer.elementIdentifier),
            let isReached = answer.elementValue.boolean
        else { return nil }
        self.init(asked: asked.years, held: held.years, isReached: isReached)
    }
}

extension ConsentRequest.Reader {
    /// Determines the reader of `request` by the authorities in `trust`: one reader for the whole request, or none.
    init(of request: DeviceRequest, transcript: SessionTranscript, trust: ReaderTrust, at time: Date) {
        let whole = trust.verdicts(on: request, transcript: transcript, at: time)
        if let name = whole.lazy.compactMap(\.name).first {
            self = .verified(name: name)
            return
        }
        let verdicts = request.documents.map { trust.verdict(on: $0, transcript: transcript, at: time) }
        let names = Set(verdicts.compactMap(\.leaf))
        if names.count == 1, verdicts.allSatisfy({ $0.leaf != nil }), let name = verdicts.first?.name {
            self = .verified(name: name)
        } else if let code = (whole + verdicts).lazy.compactMap(\.code).first {
            self = .unproven(code: code)
        } else {
            // Signatures on some parts prove nothing about the others.
            self = .unsigned
        }
    }
}

extension ReaderTrust.Verdict {
    /// The certificate of the signer, as received.
    fileprivate var leaf: [UInt8]? {
        if case .verified(let path, _) = self { Array(path.leaf.encoded) } else { nil }
    }

    /// The signer's name in its certificate.
    fileprivate var name: String? {
        guard case .verified(let path, _) = self else { return nil }
        let subject = path.leaf.subject
        let name = (subject.values(of: .organization) + subject.values(of: .commonName)).first ?? ""
        return ConsentRequest.shown(name, limit: 80)
    }

    fileprivate var code: String? {
        switch self {
        case .absent: nil
        // The reader's certificate has no name to show.
        //
        // Next step: Have the reader's certificate issued with an organization or common name.
        case .verified: name == nil ? "READER_NAMELESS" : nil
        case .failed(let fault): fault.code
        }
    }
}
