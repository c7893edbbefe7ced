public import JourneyBase
public import JourneyCBOR

/// What a type of document consists of: its namespaces, their elements and the forms of their values.
///
/// Three are built in; any other is a JSON file: `{"docType": …, "nameSpaces": {namespace: {element: form}}}`. An element
/// whose name ends in `?` may be left out, and `age_over_NN?` stands for all of its kind.
public struct DocumentTemplate: Sendable {
    public let docType: DocumentType
    /// Elements by namespace.
    public let nameSpaces: [String: [ValueForm.Member]]

    /// A template of these parts.
    public init(docType: DocumentType, nameSpaces: [String: [ValueForm.Member]]) {
        self.docType = docType
        self.nameSpaces = nameSpaces
    }

    /// The template that a JSON text spells. Throws `IssuingError.template`.
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

    /// What this template says of an element; `nil` when it has no such element.
    public func form(of element: String, in nameSpace: String) -> ValueForm? {
        guard let members = nameSpaces[nameSpace] else { return nil }
        if let member = members.first(where: { $0.name == element }) { return member.form }
        guard AgeElement(element) != nil else { return nil }
        return members.first { $0.name == "age_over_NN" }?.form
    }

    /// The values that `data`, an object of namespaces with objects of elements, spells. A template of one namespace takes
    /// the elements alone. Throws `IssuingError.value` for what is missing, what is too much, and what has another form.
    public func values(from data: JSONValue) throws(IssuingError) -> [String: [String: CBORValue]] {
        guard var spaces = data.object else { throw IssuingError(.value, at: "the data", "not an object") }
        if let only = nameSpaces.keys.first, nameSpaces.count == 1, spaces[only] == nil { spaces = [only: data] }
        if let extra = spaces.keys.sorted().first(where: { nameSpaces[$0] == nil }) {
            throw IssuingError(.value, at: extra, "a namespace that the template does not have")
        }
        var found: [String: [String: CBORValue]] = [:]
        for (space, members) in nameSpaces.sorted(by: { $0.key < $1.key }) {
            let elements = spaces[space]?.object ?? [:]
            var values: [String: CBORValue] = [:]
            for (name, json) in elements.sorted(by: { $0.key < $1.key }) {
                let form = try IssuingError.require(
                    form(of: name, in: space), .value, at: space + "/" + name,
                    "an element that the template does not have")
                values[name] = try form.value(json, at: space + "/" + name)
            }
            for member in members where member.isRequired && values[member.name] == nil {
                throw IssuingError(.value, at: space + "/" + member.name, "missing")
            }
            if !values.isEmpty { found[space] = values }
        }
        return found
    }
}
