import JourneyBase

/// A value in one of the files.
struct Target: Hashable {
    let file: Int
    let pointer: String
}

/// The named schemas of files: `$id`, `$anchor` and `$dynamicAnchor` (JSON Schema 2020-12, section 8.2), and `$self` of OpenAPI 3.2.
struct ReferenceIndex {
    /// Schemas and documents by their absolute or relative identifier.
    private(set) var identified: [String: Target] = [:]
    private var anchors: [Target: [String: String]] = [:]
    /// The number of schemas with a dynamic anchor of a name.
    private(set) var dynamicAnchors: [String: Int] = [:]

    /// Registers the names in a file.
    mutating func add(_ value: JSONValue, file: Int) {
        let root = Target(file: file, pointer: "")
        if let text = value["$self"]?.string { identified[ReferenceIndex.plain(text)] = root }
        scan(value, root, resource: root)
    }

    /// The pointer of an anchor in a resource.
    func anchor(_ name: String, in resource: Target) -> String? { anchors[resource]?[name] }

    private mutating func scan(_ value: JSONValue, _ place: Target, resource: Target) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                scan(element, Target(file: place.file, pointer: "\(place.pointer)/\(index)"), resource: resource)
            }
        case .object(let members):
            var resource = resource
            if let id = members["$id"]?.string {
                resource = place
                identified[ReferenceIndex.plain(id)] = place
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                guard let name = members[keyword]?.string else { continue }
                anchors[resource, default: [:]][name] = place.pointer
                if keyword == "$dynamicAnchor" { dynamicAnchors[name, default: 0] += 1 }
            }
            for (name, member) in members where !ReferenceIndex.data.contains(name) {
                let pointer = "\(place.pointer)/\(JSONPointerText.escaped(name))"
                scan(member, Target(file: place.file, pointer: pointer), resource: resource)
            }
        default: break
        }
    }

    /// Members whose values are data.
    private static let data: Set<String> = ["example", "examples", "default", "const", "enum", "value"]

    private static func plain(_ uri: String) -> String { uri.hasSuffix("#") ? String(uri.dropLast()) : uri }
}
