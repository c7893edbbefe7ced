internal import Foundation
internal import JourneyCBOR
internal import JourneyCrypto
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

/// A document that was chosen, with what the issuer signed of it.
struct SelectedDocument: Sendable {
    let credential: Credential
    let document: IssuerSigned
}

extension ConsentRequest {
    /// What of `request` the chosen documents can answer; of several of one type, the first that has something.
    init(_ request: DeviceRequest, cards: [SelectedDocument], reader: Reader) {
        var documents: [Document] = []
        var unknown = 0
        for (place, asked) in request.documents.enumerated() {
            let answers = cards.lazy.filter { $0.credential.docType == asked.documentType }
                .map { Document(place, asked, $0) }
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
    fileprivate init(_ place: Int, _ asked: DocumentRequest, _ card: SelectedDocument) {
        var spaces: [ConsentRequest.NameSpace] = []
        var missing = 0
        for space in asked.nameSpaces {
            let items = space.elements.compactMap { element -> ConsentRequest.Item? in
                let name = ElementName(space.name, element.identifier)
                guard let answer = card.document.answer(to: name) else { return nil }
                return ConsentRequest.Item(
                    id: .init(credential: card.credential.id, name: name), isRetained: element.isRetained,
                    age: ConsentRequest.AgeAnswer(name, answer))
            }
            missing += space.elements.count - items.count
            if !items.isEmpty { spaces.append(.init(name: space.name, items: items)) }
        }
        credential = card.credential
        nameSpaces = spaces
        unavailable = missing
        places = [place: Set(spaces.flatMap(\.items).map(\.id.name))]
    }

    /// Takes in what another part of the request asks for of the same document.
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
                // Who keeps it once keeps it.
                items[place] = ConsentRequest.Item(
                    id: item.id, isRetained: items[place].isRetained || item.isRetained, age: item.age)
            }
            nameSpaces[index] = ConsentRequest.NameSpace(name: nameSpaces[index].name, items: items)
        }
        unavailable += other.unavailable
        places.merge(other.places) { $0.union($1) }
    }
}

extension IssuerSigned {
    /// What answers a question for that element, by the rules of the response itself; `nil` when nothing does.
    fileprivate func answer(to name: ElementName) -> IssuerSignedItem? {
        let request = RequestedDocument(docType: mso.docType, elements: [name])
        return ElementSelection(request, from: self, consents: { _ in true }).nameSpaces.first?.items.first
    }
}

extension ConsentRequest.AgeAnswer {
    /// What `document` says to a question of age; `nil` for other questions, and when it says nothing.
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
    /// Who made `request`, by the authorities in `trust`: one reader for all of it, or nobody.
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
            // Parts that somebody signed prove nothing about the others.
            self = .unsigned
        }
    }
}

extension ReaderTrust.Verdict {
    /// The certificate of who signed, as received.
    fileprivate var leaf: [UInt8]? {
        if case .verified(let path, _) = self { Array(path.leaf.encoded) } else { nil }
    }

    /// What an authority calls them.
    fileprivate var name: String? {
        guard case .verified(let path, _) = self else { return nil }
        let subject = path.leaf.subject
        let name = (subject.values(of: .organization) + subject.values(of: .commonName)).first ?? ""
        let plain = name.unicodeScalars.filter { scalar in
            // Nothing that moves the cursor, hides, or turns the direction of what follows.
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
            default: true
            }
        }
        let shown = String(String.UnicodeScalarView(plain.prefix(80)))
        return shown.allSatisfy(\.isWhitespace) ? nil : shown
    }

    fileprivate var code: String? {
        switch self {
        case .absent: nil
        case .verified: name == nil ? "READER_NAMELESS" : nil
        case .failed(let fault): fault.code
        }
    }
}
