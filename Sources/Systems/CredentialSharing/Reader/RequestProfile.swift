public import JourneyCBOR
public import MobileDocument

/// What a reader asks for, under a name: a request that people choose instead of elements.
public struct RequestProfile: Hashable, Sendable {
    /// One element that is asked for.
    public struct Element: Hashable, Sendable {
        public let name: ElementName
        /// Whether the reader means to keep it: people are told.
        public let isRetained: Bool

        public init(_ name: ElementName, isRetained: Bool = false) {
            self.name = name
            self.isRetained = isRetained
        }
    }

    /// What is asked for of one document.
    public struct Document: Hashable, Sendable {
        public let docType: DocumentType
        public let elements: [Element]

        public init(_ docType: DocumentType, _ elements: [Element]) {
            self.docType = docType
            self.elements = elements
        }
    }

    /// How many of the documents answer the request.
    public enum Need: String, Hashable, Sendable {
        /// Each of them.
        case all
        /// Any one: they say the same in different ways.
        case any
    }

    /// By which people and scripts choose it: letters of ASCII in lower case, digits and hyphens.
    public let name: String
    /// In words; `nil` for a profile that has them in every language.
    public let title: String?
    public let documents: [Document]
    public let need: Need
    /// The one age that matters, where the profile is about one.
    public let age: Int?

    /// A profile of these parts. Throws `CBORError` for a request that a holder's device would refuse: no element, more than
    /// two ages in a document, too many documents.
    public init(
        name: String, title: String? = nil, documents: [Document], need: Need = .all, age: Int? = nil
    ) throws(CBORError) {
        self.init(checked: name, title, documents, need, age)
        _ = try draft.request()
    }

    /// For the profiles below, which are tested.
    init(checked name: String, _ title: String?, _ documents: [Document], _ need: Need, _ age: Int?) {
        (self.name, self.title, self.documents, self.need, self.age) = (name, title, documents, need, age)
    }

    /// The request, without a signature.
    public var draft: DeviceRequestDraft {
        DeviceRequestDraft(
            documents.map { document in
                var spaces: [DocumentRequest.NameSpace] = []
                for element in document.elements where !spaces.contains(where: { $0.name == element.name.nameSpace }) {
                    let own = document.elements.filter { $0.name.nameSpace == element.name.nameSpace }
                    spaces.append(
                        .init(
                            element.name.nameSpace,
                            own.map { .init($0.name.identifier, isRetained: $0.isRetained) }))
                }
                return .init(document.docType, spaces)
            })
    }

    /// What a response is compared with.
    public var requested: [RequestedDocument] {
        documents.map { RequestedDocument(docType: $0.docType, elements: $0.elements.map(\.name)) }
    }
}

extension RequestProfile {
    /// Whether somebody is 18, of a driving licence, and nothing else.
    public static let ageOver18 = RequestProfile(
        checked: "age-over-18", nil, [.licence(["age_over_18"])], .all, 18)

    /// What a driving licence says about who may drive what (ISO/IEC 18013-5, section 7.2).
    public static let drivingLicence = RequestProfile(
        checked: "driving-licence", nil,
        [
            .licence([
                "family_name", "given_name", "birth_date", "portrait", "issue_date", "expiry_date", "issuing_country",
                "issuing_authority", "document_number", "driving_privileges", "un_distinguishing_sign",
            ])
        ], .all, nil)

    /// Who somebody is: by person identification data, or by a driving licence.
    public static let identity = RequestProfile(
        checked: "identity", nil,
        [
            Document(
                .personIdentification,
                ["family_name", "given_name", "birth_date"].map {
                    Element(ElementName(DocumentType.personIdentification.name, $0))
                }),
            .licence(["family_name", "given_name", "birth_date"]),
        ], .any, nil)

    /// Those that are built in.
    public static let known = [ageOver18, drivingLicence, identity]
}

extension RequestProfile.Document {
    fileprivate static func licence(_ names: [String]) -> RequestProfile.Document {
        .init(.drivingLicence, names.map { .init(ElementName(RequestProfile.licenceSpace, $0)) })
    }
}

extension RequestProfile {
    /// The namespace of a driving licence's elements (ISO/IEC 18013-5, section 7.1).
    static let licenceSpace = "org.iso.18013.5.1"
}
