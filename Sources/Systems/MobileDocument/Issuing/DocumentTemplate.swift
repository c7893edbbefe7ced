public import JourneyBase
public import JourneyCBOR

/// The structure of a document type: its namespaces, their elements and the forms of their values.
///
/// Three templates are built in. Others are JSON files: `{"docType": …, "nameSpaces": {namespace: {element: form}}}`.
/// An element whose name ends in `?` is optional, and `age_over_NN?` stands for all ages.
public struct DocumentTemplate: Sendable {
    /// The type of the document.
    public let docType: DocumentType
    /// The elements by namespace.
    public let nameSpaces: [String: [ValueForm.Member]]
    /// The name of the edition, for document types with several; otherwise `nil`.
    public let edition: String?

    /// Creates a template.
    init(docType: DocumentType, nameSpaces: [String: [ValueForm.Member]], edition: String? = nil) {
        self.docType = docType
        self.nameSpaces = nameSpaces
        self.edition = edition
    }

    /// Parses a template.
    ///
    /// - Parameter json: The template.
    /// - Throws: `IssuingError` with `MDOC_TEMPLATE`.
    public init(json: JSONValue) throws(IssuingError) {
        guard let name = json["docType"]?.string, !name.isEmpty, let spaces = json["nameSpaces"]?.object,
            !spaces.isEmpty, json.object?.count == 2
        else { throw IssuingError(.template, at: "the template", "not an object of docType and nameSpaces") }
        var found: [String: [ValueForm.Member]] = [:]
        for (space, elements) in spaces {
            guard let elements = elements.object, !elements.isEmpty,
                case .map(let members) = try ValueForm(["map": .object(elements)], at: space)
            else { throw IssuingError(.template, at: space, "not an object of elements") }
            found[space] = members
        }
        self.init(docType: DocumentType(name), nameSpaces: found)
    }

    /// Returns the form of an element; `nil` for an element that the template lacks.
    func form(of element: String, in nameSpace: String) -> ValueForm? {
        guard let members = nameSpaces[nameSpace] else { return nil }
        if let member = members.first(where: { $0.name == element }) { return member.form }
        guard AgeElement(element) != nil else { return nil }
        return members.first { $0.name == "age_over_NN" }?.form
    }

    /// Returns the values of `data`, an object of namespaces with objects of elements. For a template of one namespace,
    /// the elements alone suffice.
    ///
    /// - Parameter data: The values in JSON.
    /// - Returns: The values by namespace and element.
    /// - Throws: `IssuingError` with `MDOC_VALUE` for missing, unknown or malformed values.
    public func values(from data: JSONValue) throws(IssuingError) -> [String: [String: CBORValue]] {
        guard var spaces = data.object else { throw IssuingError(.value, at: "the data", "not an object") }
        if let only = nameSpaces.keys.first, nameSpaces.count == 1, spaces[only] == nil { spaces = [only: data] }
        if let extra = spaces.keys.sorted().first(where: { nameSpaces[$0] == nil }) {
            throw IssuingError(.value, at: extra, "the namespace is not in the template")
        }
        var found: [String: [String: CBORValue]] = [:]
        for (space, members) in nameSpaces.sorted(by: { $0.key < $1.key }) {
            let elements = spaces[space]?.object ?? [:]
            var values: [String: CBORValue] = [:]
            for (name, json) in elements.sorted(by: { $0.key < $1.key }) {
                let form = try IssuingError.require(
                    form(of: name, in: space), .value, at: space + "/" + name,
                    "the element is not in the template")
                values[name] = try form.value(json, at: space + "/" + name)
            }
            for member in members where member.isRequired && values[member.name] == nil {
                throw IssuingError(.value, at: space + "/" + member.name, "missing")
            }
            if !values.isEmpty { found[space] = values }
        }
        return found
    }

    /// A mobile driving licence (ISO/IEC 18013-5, section 7.2, table 5).
    public static let drivingLicence = DocumentTemplate(
        docType: .drivingLicence,
        nameSpaces: [
            "org.iso.18013.5.1": required([
                ("family_name", .text), ("given_name", .text), ("birth_date", .fullDate),
                ("issue_date", .fullDateOrTime), ("expiry_date", .fullDateOrTime), ("issuing_country", .country),
                ("issuing_authority", .text), ("document_number", .text), ("portrait", .bytes),
                ("driving_privileges", .list(of: privilege)), ("un_distinguishing_sign", .text),
            ])
                + optional([
                    ("administrative_number", .text), ("sex", .unsigned), ("height", .unsigned), ("weight", .unsigned),
                    ("eye_colour", .text), ("hair_colour", .text), ("birth_place", .text), ("resident_address", .text),
                    ("portrait_capture_date", .fullDateOrTime), ("age_in_years", .unsigned),
                    ("age_birth_year", .unsigned), ("age_over_NN", .boolean), ("issuing_jurisdiction", .text),
                    ("nationality", .country), ("resident_city", .text), ("resident_state", .text),
                    ("resident_postal_code", .text), ("resident_country", .country),
                    ("biometric_template_face", .bytes), ("biometric_template_finger", .bytes),
                    ("biometric_template_signature_sign", .bytes), ("biometric_template_iris", .bytes),
                    ("family_name_national_character", .text), ("given_name_national_character", .text),
                    ("signature_usual_mark", .bytes),
                ])
        ])

    /// Person identification data of the European Union (PID rulebook).
    public static let personIdentification = DocumentTemplate(
        docType: .personIdentification,
        nameSpaces: [
            "eu.europa.ec.eudi.pid.1": required([
                ("family_name", .text), ("given_name", .text), ("birth_date", .fullDate),
                (
                    "place_of_birth",
                    .map([Member("country", .country), Member("region", .text), Member("locality", .text)])
                ),
                ("nationality", .list(of: .country)), ("expiry_date", .fullDateOrTime), ("issuing_authority", .text),
                ("issuing_country", .country),
            ])
                + optional([
                    ("resident_address", .text), ("resident_country", .country), ("resident_state", .text),
                    ("resident_city", .text), ("resident_postal_code", .text), ("resident_street", .text),
                    ("resident_house_number", .text), ("personal_administrative_number", .text), ("portrait", .bytes),
                    ("family_name_birth", .text), ("given_name_birth", .text), ("sex", .unsigned),
                    ("email_address", .text), ("mobile_phone_number", .text), ("document_number", .text),
                    ("issuing_jurisdiction", .text), ("location_status", .text), ("issuance_date", .fullDateOrTime),
                    ("age_in_years", .unsigned), ("age_birth_year", .unsigned), ("age_over_NN", .boolean),
                    ("trust_anchor", .text),
                ])
        ], edition: "the PID rulebook of ARF 1.5 and later")

    /// The first edition of the identification data (PID rulebook of ARF 1.4), which some issuers still use: nationality
    /// and places are texts.
    static let firstPersonIdentification = DocumentTemplate(
        docType: .personIdentification,
        nameSpaces: [
            "eu.europa.ec.eudi.pid.1": optional([
                ("birth_date", .fullDateOrTime), ("nationality", .text), ("place_of_birth", .text), ("sex", .text),
                ("portrait", .text), ("issuance_date", .fullDateOrTime), ("expiry_date", .fullDateOrTime),
            ])
        ], edition: "the PID rulebook of ARF 1.4")

    /// Earlier editions, in which values may have other forms.
    static let earlier = [firstPersonIdentification]

    /// A proof of age of the European Union (age verification profile).
    public static let ageVerification = DocumentTemplate(
        docType: .ageVerification,
        nameSpaces: [
            "eu.europa.ec.av.1": required([("age_over_18", .boolean)]) + optional([("age_over_NN", .boolean)])
        ])

    /// The built-in templates.
    public static let known = [drivingLicence, personIdentification, ageVerification]

    private typealias Member = ValueForm.Member

    private static let privilege = ValueForm.map([
        Member("vehicle_category_code", .text, isRequired: true), Member("issue_date", .fullDate),
        Member("expiry_date", .fullDate),
        Member(
            "codes",
            .list(
                of: .map([Member("code", .text, isRequired: true), Member("sign", .text), Member("value", .text)]))),
    ])

    private static func required(_ list: [(String, ValueForm)]) -> [ValueForm.Member] {
        list.map { Member($0.0, $0.1, isRequired: true) }
    }

    private static func optional(_ list: [(String, ValueForm)]) -> [ValueForm.Member] {
        list.map { Member($0.0, $0.1) }
    }
}
