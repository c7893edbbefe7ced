import Foundation
import JourneyBase

/// The place of a value in the sources: its file and pointer, and the schema resource that references are relative to.
struct SourcePlace {
    var target: Target
    var resource: Target
    var id: String?

    /// Returns the place of a member or an element.
    func child(_ name: String) -> SourcePlace {
        var place = self
        place.target = Target(file: target.file, pointer: "\(target.pointer)/\(JSONPointerText.escaped(name))")
        return place
    }
}

/// Follows references between the files of a tree. Files are read as they are needed.
struct ReferenceResolver {
    private(set) var tree: SourceTree
    private var index = ReferenceIndex()
    private var indexed: Set<Int> = []
    private var resolved: [ResolvedKey: Target] = [:]

    /// A reference with what it is relative to.
    private struct ResolvedKey: Hashable {
        let reference: String
        let file: Int
        let resource: Target
    }

    init(_ tree: SourceTree) { self.tree = tree }

    /// Returns `true` if no two schemas have a dynamic anchor of this name.
    func isUnique(dynamicAnchor name: String) -> Bool { index.dynamicAnchors[name, default: 0] <= 1 }

    /// Returns the value at a target, with the schema resource that it belongs to.
    func content(at target: Target) throws(BundleError) -> (JSONValue, SourcePlace) {
        let file = tree.files[target.file]
        var place = SourcePlace(
            target: Target(file: target.file, pointer: ""), resource: Target(file: target.file, pointer: ""))
        var value = file.value
        for name in JSONPointerText.names(of: target.pointer) ?? [] {
            enter(value, &place)
            let next: JSONValue? =
                if case .array(let elements) = value {
                    Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
                } else { value[name] }
            guard let next else {
                throw BundleError.invalid("\(file.name)#\(target.pointer) does not exist.")
            }
            value = next
            place = place.child(name)
        }
        return (value, place)
    }

    /// Makes a schema with an identifier the resource of what is in it.
    func enter(_ value: JSONValue, _ place: inout SourcePlace) {
        guard let id = value["$id"]?.string, index.identified[id] == place.target else { return }
        place.resource = place.target
        place.id = id
    }

    /// Returns the value that a reference leads to. Files are read as they are needed.
    mutating func resolve(_ reference: String, _ place: SourcePlace) throws(BundleError) -> Target {
        let key = ResolvedKey(reference: reference, file: place.target.file, resource: place.resource)
        if let known = resolved[key] { return known }
        let target = try target(of: reference, place)
        resolved[key] = target
        return target
    }

    private mutating func target(of reference: String, _ place: SourcePlace) throws(BundleError) -> Target {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (location, fragment) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        try addNames(of: place.target.file)
        let resource: Target
        if location.isEmpty {
            resource = place.resource
        } else if let known = identified(location, place) {
            resource = known
        } else {
            do throws(ReferenceFault) {
                let path = try SourceTree.path(of: location, from: tree.files[place.target.file].path)
                resource = Target(file: try file(at: path, place), pointer: "")
            } catch { throw fault(place, "\(error.reason): '\(reference.prefix(64))'") }
        }
        try addNames(of: resource.file)
        guard let text = fragment.removingPercentEncoding else { throw fault(place, "has an invalid fragment") }
        if text.isEmpty { return resource }
        let pointer: String
        if text.hasPrefix("/") {
            let names = JSONPointerText.names(of: text) ?? []
            pointer = resource.pointer + names.map { "/" + JSONPointerText.escaped($0) }.joined()
        } else if let anchor = index.anchor(text, in: resource) {
            pointer = anchor
        } else {
            throw fault(place, "has no target: '\(reference.prefix(64))'")
        }
        guard tree.files[resource.file].value(at: pointer) != nil else {
            throw fault(place, "has no target: '\(reference.prefix(64))'")
        }
        return Target(file: resource.file, pointer: pointer)
    }

    /// Returns the schema or document with an identifier, which may be relative to the identifier of the schema around it.
    private func identified(_ location: String, _ place: SourcePlace) -> Target? {
        if let known = index.identified[location] { return known }
        let base = place.id ?? tree.files[place.target.file].value["$self"]?.string
        guard let base, let url = URL(string: location, relativeTo: URL(string: base)) else { return nil }
        return index.identified[url.absoluteString]
    }

    private mutating func file(at path: String, _ place: SourcePlace) throws(ReferenceFault) -> Int {
        do throws(BundleError) { return try tree.file(at: path) } catch {
            throw ReferenceFault(
                "can't be read (\(error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message))")
        }
    }

    private mutating func addNames(of file: Int) throws(BundleError) {
        // Few documents name schemas, and to search one costs as much as to read it.
        guard indexed.insert(file).inserted, tree.files[file].mayHaveNames else { return }
        index.add(tree.files[file].value, file: file)
    }

    /// Returns an error at a place; `reason` is the rest of its sentence.
    func fault(_ place: SourcePlace, _ reason: String) -> BundleError {
        let pointer = place.target.pointer
        let name = JSONPointerText.names(of: pointer)?.last ?? "the document"
        return .invalid("\(tree.files[place.target.file].location(of: pointer)): \(name) \(reason).")
    }

}
