public import JourneyBase
public import JourneyCBOR
public import MobileDocument

/// A predefined request, such as an age check, that a reader's user chooses by name instead of selecting elements.
public struct RequestProfile: Hashable, Sendable {
    /// One requested element.
    public struct Element: Hashable, Sendable {
        /// The name of the element.
        public let name: ElementName
        /// `true` if the reader intends to retain the value; the holder sees it.
        public let isRetained: Bool

        /// Creates a requested element.
        ///
        /// - Parameters:
        ///   - name: The name of the element.
        ///   - isRetained: `true` if the reader intends to retain the value.
        public init(_ name: ElementName, isRetained: Bool = false) {
            self.name = name
            self.isRetained = isRetained
        }
    }

    /// The requested elements of one document.
    public struct Document: Hashable, Sendable {
        /// The type of the document.
        public let docType: DocumentType
        /// The requested elements.
        public let elements: [Element]

        /// Creates a request for one document.
        ///
        /// - Parameters:
        ///   - docType: The type of the document.
        ///   - elements: The requested elements.
        public init(_ docType: DocumentType, _ elements: [Element]) {
            self.docType = docType
            self.elements = elements
        }
    }

    /// The number of documents that must be returned.
    public enum Need: String, Hashable, Sendable {
        /// Every document.
        case all
        /// Any one document: they are alternatives.
        case any
    }

    /// The name by which users and scripts choose the profile: lower-case ASCII letters, digits and hyphens.
    public let name: String
    /// The title on screen; `nil` for a built-in profile, whose title is translated.
    public let title: String?
    /// The requested documents.
    public let documents: [Document]
    /// The number of documents that must be returned.
    public let need: Need
    /// The age that the profile asks about, in years; `nil` for a profile that is not about one age.
    public let age: Int?

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - name: The name by which users and scripts choose it.
    ///   - title: The title on screen.
    ///   - documents: The requested documents.
    ///   - need: The number of documents that must be returned.
    ///   - age: The age that the profile asks about, in years.
    /// - Throws: `CBORError` for a request that a holder's device would refuse: no element, more than two ages in a
    ///   document, or too many documents.
    public init(
        name: String, title: String? = nil, documents: [Document], need: Need = .all, age: Int? = nil
    ) throws(CBORError) {
        self.init(checked: name, title, documents, need, age)
        _ = try draft.request()
    }

    /// Creates a built-in profile, which tests verify.
    init(checked name: String, _ title: String?, _ documents: [Document], _ need: Need, _ age: Int?) {
        (self.name, self.title, self.documents, self.need, self.age) = (name, title, documents, need, age)
    }

    /// The request, unsigned.
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

    /// The requested documents and elements with which a response is compared.
    public var requested: [RequestedDocument] {
        documents.map { RequestedDocument(docType: $0.docType, elements: $0.elements.map(\.name)) }
    }

    /// An error in a custom request profile, with the location of the member.
    public typealias FormatError = ParseError<FormatFault, String>

    /// The reasons for a `FormatError`; the raw values are stable codes.
    public enum FormatFault: String, Sendable {
        /// The custom request profile breaks a rule.
        ///
        /// Next step: Correct the member that the message names.
        case invalid = "PROFILE_INVALID"
    }

    /// Parses a custom profile.
    ///
    /// The form is `{"name": "rental-car", "title": "Car rental", "need": "all", "age": 21, "documents": [{"docType":
    /// …, "nameSpace": …, "elements": ["family_name", {"element": "portrait", "nameSpace": …, "retain": true}]}]}`.
    /// `nameSpace` defaults to that of the document type, if known. Unknown members are refused: a misspelt `retain`
    /// would hide an intent to retain.
    ///
    /// - Parameter json: The profile.
    /// - Throws: `RequestProfile.FormatError` (`PROFILE_INVALID`) with the location and the cause.
    public init(json: JSONValue) throws(FormatError) {
        let members = try FormatError.members(json, ["name", "title", "need", "age", "documents"], "the profile")
        guard let name = json["name"]?.string, FormatError.isName(name) else {
            throw FormatError("name", "expected 1 to 64 lower-case letters, digits and hyphens")
        }
        let title = json["title"]?.string
        guard members["title"] == nil || (1...100).contains(title?.utf8.count ?? 0) else {
            throw FormatError("title", "expected a text of 1 to 100 bytes")
        }
        guard let need = Need(rawValue: members["need"].map { $0.string ?? "" } ?? "all") else {
            throw FormatError("need", "expected all or any")
        }
        let age = json["age"]?.int64
        guard members["age"] == nil || (0...99).contains(age ?? -1) else {
            throw FormatError("age", "expected 0 to 99")
        }
        guard let list = json["documents"]?.array else { throw FormatError("documents", "expected a list") }
        var documents: [Document] = []
        for (index, part) in list.enumerated() {
            documents.append(try FormatError.document(part, "documents[\(index)]"))
        }
        do throws(CBORError) {
            try self.init(name: name, title: title, documents: documents, need: need, age: age.map { Int($0) })
        } catch { throw FormatError("documents", error.detail) }
    }
}

extension RequestProfile {
    /// A request for proof of age 18 from a driving licence, and nothing else.
    public static let ageOver18 = RequestProfile(
        checked: "age-over-18", nil, [.licence(["age_over_18"])], .all, 18)

    /// A request for the data of a driving licence (ISO/IEC 18013-5, section 7.2).
    public static let drivingLicence = RequestProfile(
        checked: "driving-licence", nil,
        [
            .licence([
                "family_name", "given_name", "birth_date", "portrait", "issue_date", "expiry_date", "issuing_country",
                "issuing_authority", "document_number", "driving_privileges", "un_distinguishing_sign",
            ])
        ], .all, nil)

    /// A request for a person's identity: from person identification data or from a driving licence.
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

    /// The built-in profiles.
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

extension RequestProfile.FormatError {
    fileprivate init(_ place: String, _ detail: String) { self.init(.invalid, at: place, detail) }

    fileprivate static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    fileprivate static func members(
        _ json: JSONValue, _ known: Set<String>, _ place: String
    ) throws(RequestProfile.FormatError) -> [String: JSONValue] {
        guard let members = json.object else { throw .init(place, "expected an object") }
        if let stranger = members.keys.filter({ !known.contains($0) }).min() {
            throw .init(place, "unknown member “\(stranger)”")
        }
        return members
    }

    fileprivate static func document(
        _ json: JSONValue, _ place: String
    ) throws(RequestProfile.FormatError) -> RequestProfile.Document {
        _ = try members(json, ["docType", "nameSpace", "elements"], place)
        guard let type = json["docType"]?.string, !type.isEmpty else {
            throw .init("\(place).docType", "expected a text")
        }
        let docType = DocumentType(type)
        let known = DocumentTemplate.known.first { $0.docType == docType }?.nameSpaces.keys.first
        guard let list = json["elements"]?.array else { throw .init("\(place).elements", "expected a list") }
        var elements: [RequestProfile.Element] = []
        for (index, part) in list.enumerated() {
            let here = "\(place).elements[\(index)]"
            var (name, space, isRetained) = (part.string, json["nameSpace"]?.string ?? known, false)
            if name == nil {
                let own = try members(part, ["element", "nameSpace", "retain"], here)
                name = part["element"]?.string
                space = part["nameSpace"]?.string ?? space
                guard own["retain"] == nil || part["retain"]?.bool != nil else {
                    throw .init("\(here).retain", "expected true or false")
                }
                isRetained = part["retain"]?.bool ?? false
            }
            guard let name, !name.isEmpty else { throw .init(here, "expected the name of an element") }
            guard let space, !space.isEmpty else { throw .init(here, "the namespace is missing; add nameSpace") }
            elements.append(.init(ElementName(space, name), isRetained: isRetained))
        }
        return .init(docType, elements)
    }
}
