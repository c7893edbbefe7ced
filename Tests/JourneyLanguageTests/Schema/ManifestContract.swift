import JourneyBase

/// The members and values of manifests of one version, as one side has them: the schema, or the types that read manifests.
///
/// Keys are the places of objects in the schema, such as `$defs/webStep`; the manifest's own is the empty text.
struct ManifestContract: Equatable {
    /// The members of each object.
    var members: [String: Set<String>] = [:]
    /// Those that have to be there.
    var required: [String: Set<String>] = [:]
    /// The words that a text may be, where a list tells them, by the place of the text.
    var words: [String: Set<String>] = [:]
    /// The least and the greatest whole number, by the place of the number.
    var bounds: [String: ClosedRange<Int64>] = [:]
}

extension ManifestContract {
    /// The places of all that is told.
    var places: Set<String> { Set(members.keys).union(words.keys).union(bounds.keys) }

    /// What this has and `other` has not, and the other way round, in a fixed order.
    func differences(from other: ManifestContract) -> [String] {
        func compare(_ what: String, _ mine: [String: Set<String>], _ theirs: [String: Set<String>]) -> [String] {
            Set(mine.keys).union(theirs.keys).sorted().flatMap { place in
                let (mine, theirs) = (mine[place] ?? [], theirs[place] ?? [])
                return mine.subtracting(theirs).sorted().map { "\(place): \(what) \($0) is new" }
                    + theirs.subtracting(mine).sorted().map { "\(place): \(what) \($0) is missing" }
            }
        }
        return compare("member", members, other.members) + compare("required", required, other.required)
            + compare("word", words, other.words)
            + compare("bounds", bounds.mapValues { ["\($0)"] }, other.bounds.mapValues { ["\($0)"] })
    }

    /// The contract that a schema spells.
    init(schema document: JSONValue) {
        add(document, at: "")
        for (name, definition) in document["$defs"]?.object ?? [:] { add(definition, at: "$defs/\(name)") }
        // What all steps have, each kind of step has.
        let step = "$defs/step"
        let (shared, needed) = (members.removeValue(forKey: step) ?? [], required.removeValue(forKey: step) ?? [])
        for kind in members.keys where kind.hasPrefix("$defs/") && kind.hasSuffix("Step") {
            members[kind]?.formUnion(shared)
            required[kind]?.formUnion(needed)
        }
    }

    private mutating func add(_ schema: JSONValue, at place: String) {
        if let properties = schema["properties"]?.object {
            let known = properties.filter { $0.value != false }
            members[place] = Set(known.keys)
            required[place] = Set((schema["required"]?.array ?? []).compactMap(\.string))
            for (name, member) in known { add(member, at: "\(place)/properties/\(name)") }
        }
        if let list = schema["enum"]?.array ?? schema["examples"]?.array {
            words[place] = Set(list.compactMap(\.string))
        }
        if let least = schema["minimum"]?.int64, let most = schema["maximum"]?.int64 { bounds[place] = least...most }
        for part in ["items", "additionalProperties", "propertyNames"] where schema[part]?.object != nil {
            add(schema[part] ?? .null, at: "\(place)/\(part)")
        }
        for (index, choice) in (schema["oneOf"]?.array ?? []).enumerated() {
            add(choice, at: "\(place)/oneOf/\(index)")
        }
    }
}

/// Where the parts of a manifest stand in the schema.
struct SchemaPlaces {
    /// By the place in the schema, the places in the manifest, as `JSONValue.setting` takes them.
    private(set) var all: [String: [String]] = [:]
    private let document: JSONValue

    init(of manifest: JSONValue, in document: JSONValue) {
        self.document = document
        visit(manifest, "", document, "")
    }

    /// Visits `value` and its parts. A definition is followed once for each value, so that one that leads back to itself ends here.
    private mutating func visit(
        _ value: JSONValue, _ path: String, _ schema: JSONValue, _ place: String, through followed: Set<String> = []
    ) {
        if let name = schema["$ref"]?.string?.split(separator: "/").last.map(String.init) {
            guard !followed.contains(name) else { return }
            visit(value, path, document["$defs"]?[name] ?? .null, "$defs/\(name)", through: followed.union([name]))
            return
        }
        all[place, default: []].append(path)
        if schema["if"] != nil {
            var choice = schema
            while let name = choice["if"]?["properties"]?["type"]?["const"], name != value["type"] {
                choice = choice["else"] ?? .null
            }
            visit(value, path, choice["then"] ?? .null, "\(place)/then", through: followed)
        }
        if let choices = schema["oneOf"]?.array, choices.count == 2 {
            // A list after a single transition, or an object after an expression alone.
            let isSecond = value.array != nil || value.object != nil && choices[0]["$ref"] == "#/$defs/expression"
            let index = isSecond ? 1 : 0
            visit(value, path, choices[index], "\(place)/oneOf/\(index)", through: followed)
        }
        for (index, element) in (value.array ?? []).enumerated() {
            guard let items = schema["items"] else { break }
            visit(element, "\(path) \(index)", items, "\(place)/items")
        }
        for (name, member) in value.object ?? [:] {
            if let known = schema["properties"]?[name] {
                visit(member, "\(path) \(name)", known, "\(place)/properties/\(name)")
            } else if let rest = schema["additionalProperties"], rest.object != nil {
                visit(member, "\(path) \(name)", rest, "\(place)/additionalProperties")
            }
        }
    }
}
