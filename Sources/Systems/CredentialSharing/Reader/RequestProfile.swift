public import JourneyBase
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

    /// Why a profile of somebody's own is none: a clause, with where it stands.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public static let code = "PROFILE_INVALID"
        public let description: String
    }

    /// A profile of somebody's own.
    ///
    /// `{"name": "rental-car", "title": "Car rental", "need": "all", "age": 21, "documents": [{"docType": …, "nameSpace": …,
    /// "elements": ["family_name", {"element": "portrait", "nameSpace": …, "retain": true}]}]}`. Without `nameSpace` it is that of
    /// the document's type, where that is known. Members that are not known are refused: whoever misspells `retain` means to
    /// tell people something.
    public init(json: JSONValue) throws(Fault) {
        let members = try Fault.members(json, ["name", "title", "need", "age", "documents"], "the profile")
        guard let name = json["name"]?.string, Fault.isName(name) else {
            throw Fault("name: lower-case letters, digits and hyphens, 1 to 64 of them")
        }
        let title = json["title"]?.string
        guard members["title"] == nil || (1...100).contains(title?.utf8.count ?? 0) else {
            throw Fault("title: a text of 1 to 100 bytes")
        }
        guard let need = Need(rawValue: members["need"].map { $0.string ?? "" } ?? "all") else {
            throw Fault("need: all or any")
        }
        let age = json["age"]?.int64
        guard members["age"] == nil || (0...99).contains(age ?? -1) else { throw Fault("age: 0 to 99") }
        guard let list = json["documents"]?.array else { throw Fault("documents: a list") }
        var documents: [Document] = []
        for (index, part) in list.enumerated() { documents.append(try Fault.document(part, "documents[\(index)]")) }
        do throws(CBORError) {
            try self.init(name: name, title: title, documents: documents, need: need, age: age.map { Int($0) })
        } catch { throw Fault("documents: \(error.detail)") }
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

extension RequestProfile.Fault {
    fileprivate init(_ description: String) { self.description = description }

    fileprivate static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    fileprivate static func members(
        _ json: JSONValue, _ known: Set<String>, _ place: String
    ) throws(RequestProfile.Fault) -> [String: JSONValue] {
        guard let members = json.object else { throw .init("\(place): an object") }
        if let stranger = members.keys.filter({ !known.contains($0) }).min() {
            throw .init("\(place): a member “\(stranger)” that a profile does not have")
        }
        return members
    }

    fileprivate static func document(
        _ json: JSONValue, _ place: String
    ) throws(RequestProfile.Fault) -> RequestProfile.Document {
        _ = try members(json, ["docType", "nameSpace", "elements"], place)
        guard let type = json["docType"]?.string, !type.isEmpty else { throw .init("\(place).docType: a text") }
        let docType = DocumentType(type)
        let known = DocumentTemplate.known.first { $0.docType == docType }?.nameSpaces.keys.first
        guard let list = json["elements"]?.array else { throw .init("\(place).elements: a list") }
        var elements: [RequestProfile.Element] = []
        for (index, part) in list.enumerated() {
            let here = "\(place).elements[\(index)]"
            var (name, space, isRetained) = (part.string, json["nameSpace"]?.string ?? known, false)
            if name == nil {
                let own = try members(part, ["element", "nameSpace", "retain"], here)
                name = part["element"]?.string
                space = part["nameSpace"]?.string ?? space
                guard own["retain"] == nil || part["retain"]?.bool != nil else {
                    throw .init("\(here).retain: true or false")
                }
                isRetained = part["retain"]?.bool ?? false
            }
            guard let name, !name.isEmpty else { throw .init("\(here): the name of an element") }
            guard let space, !space.isEmpty else { throw .init("\(here): nothing says its namespace") }
            elements.append(.init(ElementName(space, name), isRetained: isRetained))
        }
        return .init(docType, elements)
    }
}
