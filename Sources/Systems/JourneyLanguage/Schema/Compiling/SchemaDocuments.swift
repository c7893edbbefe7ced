internal import JourneyBase

/// The documents that references may lead into, and their named schemas: `$id`, `$anchor` and `$dynamicAnchor` (draft 2020-12
/// core, section 8.2).
struct SchemaDocuments {
    /// A document, or a schema in it that has an `$id`.
    struct Resource {
        let place: SchemaLocation
        let uri: SchemaURI
        var vocabularies: SchemaVocabularies
        var anchors: [String: SchemaLocation] = [:]
        var dynamicAnchors: [String: SchemaLocation] = [:]
    }

    private let dialect: JSONSchema.Dialect
    private let others: [String: JSONValue]
    private(set) var documents: [JSONValue] = []
    private(set) var resources: [Resource] = []
    private var named: [String: Int] = [:]
    /// Resources by the location of their root.
    private var roots: [SchemaLocation: Int] = [:]
    private var seen: Set<SchemaLocation> = []

    static let depthLimit = 128

    init(_ document: JSONValue, dialect: JSONSchema.Dialect, others: [String: JSONValue]) {
        self.dialect = dialect
        self.others = others
        // A document without a URL still needs a base for relative references.
        _ = addDocument(document, uri: SchemaURI("https://document.invalid/"))
    }

    private mutating func addDocument(_ value: JSONValue, uri: SchemaURI) -> Int {
        let place = SchemaLocation(document: documents.count, pointer: "")
        documents.append(value)
        resources.append(Resource(place: place, uri: uri, vocabularies: .all))
        named[uri.absolute] = resources.count - 1
        roots[place] = resources.count - 1
        return resources.count - 1
    }

    /// Returns the schema at `pointer` of the first document, with its resource.
    mutating func schema(at pointer: String) throws(SchemaProblem) -> SchemaSource {
        let root = SchemaLocation(document: 0, pointer: "")
        guard let source = try descend(pointer, from: root, resource: 0) else {
            throw SchemaProblem(pointer: pointer, reason: "does not exist in the document")
        }
        return source
    }

    /// Returns the target of `reference`, a `$ref` or `$dynamicRef` found in `resource`.
    mutating func target(
        of reference: String, in resource: Int, at place: SchemaLocation
    ) throws(SchemaProblem) -> SchemaSource {
        let uri = SchemaURI(reference).resolved(against: resources[resource].uri)
        guard let fragment = uri.decodedFragment else {
            throw place.problem("is a reference with invalid percent-encoding")
        }
        guard let found = try find(uri.absolute) else {
            throw place.problem("refers to a document that is not available: \(Refusal.quote(reference))")
        }
        let root = resources[found].place
        if fragment.isEmpty || fragment.hasPrefix("/") {
            guard let source = try descend(fragment, from: root, resource: found) else {
                throw place.problem("has no target: \(Refusal.quote(reference))")
            }
            return source
        }
        guard let anchor = resources[found].anchors[fragment], let value = value(at: anchor) else {
            throw place.problem("has no target: \(Refusal.quote(reference))")
        }
        return SchemaSource(value: value, place: anchor, resource: found)
    }

    private mutating func find(_ uri: String) throws(SchemaProblem) -> Int? {
        if let found = named[uri] { return found }
        guard let document = others[uri] ?? MetaSchema.document(uri) else { return nil }
        let found = addDocument(document, uri: SchemaURI(uri))
        try scan(document, resources[found].place, found, depth: 0)
        return named[uri]
    }

    private func value(at place: SchemaLocation) -> JSONValue? {
        var value: JSONValue? = documents[place.document]
        for name in JSONPointer.names(of: place.pointer) ?? [] {
            value = value.flatMap { JSONPointer.child(name, of: $0) }
        }
        return value
    }

    private mutating func descend(
        _ pointer: String, from root: SchemaLocation, resource: Int
    ) throws(SchemaProblem) -> SchemaSource? {
        guard let names = JSONPointer.names(of: pointer), var value = value(at: root) else { return nil }
        var place = root
        var resource = resource
        for name in names {
            guard let next = JSONPointer.child(name, of: value) else { return nil }
            value = next
            place = place.child(name)
            resource = roots[place] ?? resource
        }
        try scan(value, place, resource, depth: 0)
        return SchemaSource(value: value, place: place, resource: roots[place] ?? resource)
    }

    /// Returns the resource whose root is `place`, or `resource`.
    func resource(at place: SchemaLocation, in resource: Int) -> Int { roots[place] ?? resource }

    /// Registers the names of a schema and its subschemas.
    private mutating func scan(
        _ value: JSONValue, _ place: SchemaLocation, _ outer: Int, depth: Int
    ) throws(SchemaProblem) {
        guard dialect != .openAPI30, let members = value.object, seen.insert(place).inserted else { return }
        guard depth < SchemaDocuments.depthLimit else { throw place.problem("is nested too deeply") }
        let resource = try register(members, place, outer)
        for (keyword, value) in members {
            switch SchemaKeywords.children[keyword] {
            case .schema: try scan(value, place.child(keyword), resource, depth: depth + 1)
            case .list:
                for (index, element) in (value.array ?? []).enumerated() {
                    try scan(element, place.child(keyword).child(index), resource, depth: depth + 1)
                }
            case .map:
                for (name, element) in value.object ?? [:] {
                    try scan(element, place.child(keyword).child(name), resource, depth: depth + 1)
                }
            case nil: break
            }
        }
    }

    private mutating func register(
        _ members: [String: JSONValue], _ place: SchemaLocation, _ outer: Int
    ) throws(SchemaProblem) -> Int {
        var resource = roots[place] ?? outer
        if let id = members["$id"] {
            guard let text = id.string, SchemaURI(text).fragment ?? "" == "" else {
                throw place.problem("has an $id that is not a URL without a fragment")
            }
            resource = try addResource(text, place, outer)
        }
        if let schema = members["$schema"]?.string, roots[place] != nil {
            resources[resource].vocabularies = try vocabularies(of: schema, place)
        }
        for (keyword, isDynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
            guard let member = members[keyword] else { continue }
            guard let name = member.string, SchemaKeywords.isAnchor(name) else {
                throw place.problem("has an invalid \(keyword)")
            }
            let before = resources[resource].anchors.updateValue(place, forKey: name)
            guard before == nil || before == place else {
                throw place.problem("has the anchor of another schema: \(Refusal.quote(name))")
            }
            if isDynamic { resources[resource].dynamicAnchors[name] = place }
        }
        return resource
    }

    private mutating func addResource(
        _ id: String, _ place: SchemaLocation, _ outer: Int
    ) throws(SchemaProblem) -> Int {
        var uri = SchemaURI(id).resolved(against: resources[outer].uri)
        uri.fragment = nil
        if let there = roots[place] {
            // The document's own `$id` replaces its initial URL, which stays known.
            resources[there] = Resource(place: place, uri: uri, vocabularies: resources[there].vocabularies)
            if let other = named[uri.absolute], other != there { throw place.problem("has the $id of another schema") }
            named[uri.absolute] = there
            return there
        }
        guard named[uri.absolute] == nil else { throw place.problem("has the $id of another schema") }
        resources.append(Resource(place: place, uri: uri, vocabularies: resources[outer].vocabularies))
        named[uri.absolute] = resources.count - 1
        roots[place] = resources.count - 1
        return resources.count - 1
    }

    private func vocabularies(of schema: String, _ place: SchemaLocation) throws(SchemaProblem) -> SchemaVocabularies {
        let uri = SchemaURI(schema).absolute
        if SchemaVocabularies.dialects.contains(uri) { return .all }
        guard let meta = others[uri] else {
            throw place.problem("has an unsupported dialect: \(Refusal.quote(schema))")
        }
        guard let list = meta["$vocabulary"]?.object else { return .all }
        var vocabularies: SchemaVocabularies = .core
        for (name, isRequired) in list {
            if let known = SchemaVocabularies(name: name) {
                vocabularies.insert(known)
            } else if isRequired == true {
                throw place.problem("requires an unsupported vocabulary: \(Refusal.quote(name))")
            }
        }
        return vocabularies
    }
}

/// A schema's JSON and its location.
struct SchemaSource {
    let value: JSONValue
    let place: SchemaLocation
    let resource: Int
}
