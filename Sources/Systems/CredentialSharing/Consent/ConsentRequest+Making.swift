internal import Foundation
internal import JourneyCBOR
internal import JourneyCrypto
internal import MobileDocument

/// A document that was chosen, with what the issuer signed of it.
struct ChosenCard: Sendable {
    let credential: Credential
    let document: IssuerSigned
}

extension ConsentRequest {
    /// What of `request` the chosen documents can answer; of several of one type, the first that has something.
    init(_ request: DeviceRequest, cards: [ChosenCard], reader: Reader) {
        var documents: [Document] = []
        for (place, asked) in request.documents.enumerated() {
            let answers = cards.lazy.filter { $0.credential.docType == asked.documentType }
                .map { Document(place, asked, $0) }
            if let document = answers.first(where: { !$0.nameSpaces.isEmpty }) { documents.append(document) }
        }
        self.reader = reader
        self.documents = documents
        unknownDocuments = request.documents.count - documents.count
    }
}

extension ConsentRequest.Document {
    fileprivate init(_ place: Int, _ asked: DocumentRequest, _ card: ChosenCard) {
        let requested = RequestedDocument(asked)
        var spaces: [ConsentRequest.NameSpace] = []
        var missing = 0
        for space in asked.nameSpaces {
            let items = space.elements.compactMap { element -> ConsentRequest.Item? in
                let name = ElementName(space.name, element.identifier)
                // The rules of the response itself decide what would answer.
                let one = RequestedDocument(docType: requested.docType, elements: [name])
                guard
                    let answer = ElementSelection(one, from: card.document, consents: { _ in true }).nameSpaces.first?
                        .items.first
                else { return nil }
                return ConsentRequest.Item(
                    id: .init(place: place, name: name), isRetained: element.isRetained,
                    age: ConsentRequest.AgeAnswer(name, answer))
            }
            missing += space.elements.count - items.count
            if !items.isEmpty { spaces.append(.init(name: space.name, items: items)) }
        }
        self.place = place
        credential = card.credential
        nameSpaces = spaces
        unavailable = missing
    }
}

extension ConsentRequest.AgeAnswer {
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
