import JourneyCBOR

/// Steps 4 and 7: checks that a document was requested, and that it has no other elements.
struct RequestCheck {
    /// The request that a document answers.
    enum Answered {
        /// The request is unknown.
        case unknown
        /// The document was not requested.
        case nothing
        case request(Set<ElementName>)
    }

    let docType: VerificationCheck
    let requestedOnly: VerificationCheck

    init(_ document: PresentedDocument, elements: [DocumentReport.Element], request: Answered) {
        docType = RequestCheck.checkType(document, request)
        requestedOnly = RequestCheck.checkElements(elements, request)
    }

    private static func checkType(_ document: PresentedDocument, _ request: Answered) -> VerificationCheck {
        guard document.issuerSigned.mso.docType == document.docType else {
            return .failed(
                .docType, VerificationFault.docTypeMismatch.rawValue,
                "the document type in the MSO differs from the response's")
        }
        return switch request {
        case .unknown: .notRun(.docType, "MSO and response agree; the request was not given")
        case .nothing:
            .failed(.docType, VerificationFault.docTypeNotRequested.rawValue, "the document type was not requested")
        case .request: .passed(.docType, "MSO, response and request agree")
        }
    }

    /// Checks that every element was requested, device-signed ones too.
    private static func checkElements(
        _ elements: [DocumentReport.Element], _ request: Answered
    ) -> VerificationCheck {
        let asked: Set<ElementName>
        switch request {
        case .unknown: return .notRun(.requestedOnly, "the request was not given")
        case .nothing: asked = []
        case .request(let names): asked = names
        }
        let others = elements.filter { !$0.isAge && !asked.contains($0.name) }
        guard others.isEmpty else {
            return .failed(
                .requestedOnly, VerificationFault.notRequested.rawValue, "\(others.count) elements were not requested")
        }
        var ages: [String: [Int]] = [:]
        for name in asked {
            if let age = AgeElement(name.identifier) { ages[name.nameSpace, default: []].append(age.years) }
        }
        for (space, answers) in Dictionary(grouping: elements.filter(\.isAge), by: \.name.nameSpace) {
            guard isMatched(answers[...], ages[space] ?? []) else {
                return .failed(
                    .requestedOnly, VerificationFault.notRequested.rawValue,
                    "an age statement answers for no requested age")
            }
        }
        return .passed(.requestedOnly, "every element was requested")
    }

    /// Returns `true` if each age statement answers for a different requested age.
    private static func isMatched(_ answers: ArraySlice<DocumentReport.Element>, _ asked: [Int]) -> Bool {
        guard let first = answers.first else { return true }
        guard answers.count <= asked.count, asked.count <= 8 else { return false }
        return asked.indices.contains { index in
            guard first.answers(asked[index]) else { return false }
            var rest = asked
            rest.remove(at: index)
            return isMatched(answers.dropFirst(), rest)
        }
    }
}

extension DocumentReport.Element {
    fileprivate var isAge: Bool { AgeElement(name.identifier) != nil }

    /// Returns `true` if this age statement is about `years` or answers for it.
    fileprivate func answers(_ years: Int) -> Bool {
        guard let own = AgeElement(name.identifier)?.years else { return false }
        guard own != years, let value = value.boolean else { return own == years }
        return value ? own > years : own < years
    }
}

/// The requests that have no answer yet.
struct OpenRequests {
    private var left: [(docType: DocumentType, names: Set<ElementName>)]

    init(_ requests: [RequestedDocument]) { left = requests.map { ($0.docType, Set($0.elements)) } }

    var docTypes: [DocumentType] { left.map(\.docType) }

    /// Removes and returns the request that `document` answers: one of its type that asked for all its elements, or
    /// else the first of its type. Each request has one answer.
    mutating func removeRequest(answeredBy document: PresentedDocument) -> RequestCheck.Answered {
        let names = document.elementNames
        let candidates = left.indices.filter { left[$0].docType == document.docType }
        let best = candidates.first { index in names.allSatisfy(left[index].names.contains) }
        guard let index = best ?? candidates.first else { return .nothing }
        return .request(left.remove(at: index).names)
    }
}

extension PresentedDocument {
    fileprivate var elementNames: [ElementName] {
        issuerSigned.nameSpaces.flatMap { space in
            space.items.map { ElementName(space.name, $0.elementIdentifier) }
        } + deviceSigned.elements.map(\.name)
    }
}
