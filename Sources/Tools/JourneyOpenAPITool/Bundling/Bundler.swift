import Foundation
import JourneyBase

/// Makes one document of an OpenAPI description: targets of references in other files go to `components`, and what the chosen
/// operations don't use is left out, as are all but the first lines of descriptions.
///
/// Components of the entry document keep their names. Others are named for the last part of their pointer or their file, in the
/// order of file and pointer, with a number where a name is taken. So the same files always give the same bytes.
struct Bundler {
    var tree: SourceTree
    private let entry: Int
    private let operations: Set<String>?
    private let skipsUnknown: Bool
    private var index = ReferenceIndex()
    private var indexed: Set<Int> = []
    private var isOld: Bool

    /// What references lead to, as a component of a kind.
    private struct Component: Hashable {
        let kind: ObjectKind
        let target: Target
    }

    /// The place of a value in the sources: its file and pointer, and the schema resource that references are relative to.
    private struct Place {
        var target: Target
        var resource: Target
        var id: String?

        func child(_ name: String) -> Place {
            var place = self
            place.target = Target(file: target.file, pointer: "\(target.pointer)/\(JSONPointerText.escaped(name))")
            return place
        }
    }

    /// A reference with what it is relative to.
    private struct ResolvedKey: Hashable {
        let reference: String
        let file: Int
        let resource: Target
    }

    private var resolved: [ResolvedKey: Target] = [:]
    private var names: [Component: String] = [:]
    /// The references to components, once these have names.
    private var texts: [Component: String] = [:]
    private var found: [Component] = []
    private var usedSchemes: Set<String> = []
    private(set) var origins: [String: Target] = [:]
    private(set) var warnings: [String] = []
    private var isCollecting = true
    private var isInCallback = false
    private var work = 0

    private static let warningLimit = 8
    private static let componentLimit = 50_000
    private static let depthLimit = 64
    /// The maximum number of values that are written, those of repeated path items included.
    private static let workLimit = 2_000_000

    /// Prepares to bundle the document `entry` of `tree`, pruned to `operations`; without any, everything is kept.
    init(
        _ tree: SourceTree, entry: Int, operations: Set<String>?, skipsUnknown: Bool = false
    ) throws(BundleError) {
        self.skipsUnknown = skipsUnknown
        (self.tree, self.entry, self.operations) = (tree, entry, operations)
        isOld = false
        let version = try Bundler.version(of: tree.files[entry])
        isOld = version.hasPrefix("3.0.")
    }

    private static func version(of file: SourceFile) throws(BundleError) -> String {
        guard file.value.object != nil else {
            throw BundleError.invalid("\(file.name) is not an OpenAPI document: it is no mapping.")
        }
        if file.value["swagger"] != nil {
            throw BundleError.invalid(
                "\(file.location(of: "/swagger")): Swagger 2.0 is not supported; convert it to OpenAPI 3.")
        }
        guard let version = file.value["openapi"]?.string else {
            throw BundleError.invalid(
                "\(file.name) is not an OpenAPI document: it has no member openapi with a version in text.")
        }
        guard ["3.0.", "3.1.", "3.2."].contains(where: version.hasPrefix) else {
            throw BundleError.invalid(
                "\(file.location(of: "/openapi")): the version '\(version.prefix(16))' is not supported; 3.0, 3.1 and 3.2 are."
            )
        }
        return version
    }

    // MARK: - The document

    /// Returns the bundled document.
    mutating func document() throws(BundleError) -> JSONValue {
        let root = Target(file: entry, pointer: "")
        let place = Place(target: root, resource: root)
        try checkOperations(place)
        _ = try paths(place)
        if operations == nil { try collectComponents(place) }
        var next = 0
        while next < found.count {
            let component = found[next]
            next += 1
            _ = try rewrite(component)
        }
        nameComponents()
        isCollecting = false
        var document = try head(place)
        document["paths"] = .object(try paths(place))
        if operations == nil, let hooks = tree.files[entry].value["webhooks"]?.object {
            document["webhooks"] = .object(try items(hooks, place.child("webhooks")))
        }
        let components = try components(place)
        if !components.isEmpty { document["components"] = .object(components) }
        return Bundler.canonical(.object(document))
    }

    private func head(_ place: Place) throws(BundleError) -> [String: JSONValue] {
        let members = tree.files[entry].value.object ?? [:]
        guard operations != nil else {
            return members.filter { !["paths", "webhooks", "components", "$self"].contains($0.key) }
        }
        var head = members.filter { ["openapi", "servers", "security", "jsonSchemaDialect"].contains($0.key) }
        if let info = members["info"]?.object {
            head["info"] = .object(info.filter { $0.key != "description" && !$0.key.hasPrefix("x-") })
        }
        return head
    }

    private mutating func paths(_ root: Place) throws(BundleError) -> [String: JSONValue] {
        try items(tree.files[entry].value["paths"]?.object ?? [:], root.child("paths"))
    }

    private mutating func items(_ list: [String: JSONValue], _ place: Place) throws(BundleError) -> [String: JSONValue]
    {
        var items: [String: JSONValue] = [:]
        for (path, value) in list.sorted(by: { $0.key < $1.key }) {
            guard !path.hasPrefix("x-") else {
                if operations == nil { items[path] = value }
                continue
            }
            let own = place.child(path)
            guard let operations else {
                items[path] = try rewrite(value, .pathItem, own, depth: 0)
                continue
            }
            // A path whose file is missing matters only where an operation in it is wanted.
            guard let (item, there) = try? resolvedItem(value, own) else { continue }
            let verbs = Bundler.operations(in: item).filter { operations.contains($0.id) }.map(\.verb)
            guard !verbs.isEmpty else { continue }
            let kept = Bundler.pruned(item, to: Set(verbs))
            items[path] = try rewrite(.object(kept), .pathItem, there, depth: 0)
            origins["\(own.target.pointer)"] = there.target
        }
        return items
    }

    /// Returns the operations of a path item that have an ID, each with its method.
    private static func operations(in item: [String: JSONValue]) -> [(verb: String, id: String)] {
        let more = item["additionalOperations"]?.object ?? [:]
        return item.filter { ObjectKind.verbs.contains($0.key) }.merging(more) { own, _ in own }.compactMap {
            verb, value in
            value["operationId"]?.string.map { (verb, $0) }
        }
    }

    private static func pruned(_ item: [String: JSONValue], to verbs: Set<String>) -> [String: JSONValue] {
        var kept = item.filter { !ObjectKind.verbs.contains($0.key) || verbs.contains($0.key) }
        if let more = kept["additionalOperations"]?.object?.filter({ verbs.contains($0.key) }) {
            kept["additionalOperations"] = more.isEmpty ? nil : .object(more)
        }
        return kept.filter { !$0.key.hasPrefix("x-") }
    }

    private mutating func checkOperations(_ root: Place) throws(BundleError) {
        guard let operations else { return }
        var count: [String: Int] = [:]
        var missing: BundleError?
        for (path, value) in (tree.files[entry].value["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key })
        where !path.hasPrefix("x-") {
            do throws(BundleError) {
                let (item, _) = try resolvedItem(value, root.child("paths").child(path))
                for (_, id) in Bundler.operations(in: item) { count[id, default: 0] += 1 }
            } catch { missing = missing ?? error }
        }
        for id in operations.sorted() {
            if count[id] == nil, skipsUnknown { continue }
            if count[id] == nil, let missing { throw missing }
            let name = tree.files[entry].name
            guard count[id] != nil else {
                let known = count.isEmpty ? "none" : count.keys.sorted().prefix(20).joined(separator: ", ")
                throw BundleError("OPERATION_UNKNOWN", "\(name) has no operation '\(id.prefix(64))'; it has \(known).")
            }
            guard count[id] == 1 else {
                throw BundleError.invalid("\(name) has more than one operation '\(id.prefix(64))'.")
            }
        }
    }

    // MARK: - Components

    /// Collects all components of the entry document.
    private mutating func collectComponents(_ root: Place) throws(BundleError) {
        let components = tree.files[entry].value["components"]
        for kind in ObjectKind.sections {
            for name in (components?[kind.rawValue]?.object ?? [:]).keys.sorted() {
                let place = root.child("components").child(kind.rawValue).child(name)
                try collect(Component(kind: kind, target: place.target), at: place)
            }
        }
        if let hooks = tree.files[entry].value["webhooks"]?.object { _ = try items(hooks, root.child("webhooks")) }
    }

    private mutating func collect(_ component: Component, at place: Place) throws(BundleError) {
        guard names[component] == nil else { return }
        guard found.count < Bundler.componentLimit else {
            throw fault(place, "is one of more than \(Bundler.componentLimit) references")
        }
        names[component] = ""
        found.append(component)
    }

    private mutating func nameComponents() {
        var taken: [ObjectKind: Set<String>] = [:]
        func ownName(_ component: Component) -> String? {
            let names = JSONPointerText.names(of: component.target.pointer) ?? []
            let isOwn = component.target.file == entry && names.count == 3 && names[0] == "components"
            return isOwn && names[1] == component.kind.rawValue ? names[2] : nil
        }
        for component in found {
            guard let name = ownName(component) else { continue }
            names[component] = name
            taken[component.kind, default: []].insert(name)
        }
        let others = found.filter { ownName($0) == nil }.sorted { a, b in
            (tree.files[a.target.file].path, a.target.pointer) < (tree.files[b.target.file].path, b.target.pointer)
        }
        for component in others {
            let file = tree.files[component.target.file].path
            let stem = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            let last = JSONPointerText.names(of: component.target.pointer)?.last { Int($0) == nil } ?? stem
            let plain = String(last.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
            let name = plain.isEmpty ? "component" : plain
            var unique = name
            var number = 2
            while taken[component.kind, default: []].contains(unique) {
                unique = "\(name)_\(number)"
                number += 1
            }
            names[component] = unique
            taken[component.kind, default: []].insert(unique)
        }
    }

    private mutating func components(_ root: Place) throws(BundleError) -> [String: JSONValue] {
        var components: [String: JSONValue] = [:]
        if operations == nil, let own = tree.files[entry].value["components"]?.object {
            components = own.filter { $0.key.hasPrefix("x-") }
        }
        var sections: [String: [String: JSONValue]] = [:]
        for component in found {
            guard let name = names[component] else { continue }
            sections[component.kind.rawValue, default: [:]][name] = try rewrite(component)
            let pointer = "/components/\(component.kind.rawValue)/\(JSONPointerText.escaped(name))"
            origins[pointer] = component.target
        }
        if operations != nil {
            let security = tree.files[entry].value["security"]
            for name in usedSchemes.union(Bundler.schemes(in: security)) {
                guard let scheme = tree.files[entry].value["components"]?["securitySchemes"]?[name] else { continue }
                let place = root.child("components").child("securitySchemes").child(name)
                sections["securitySchemes", default: [:]][name] =
                    try rewrite(scheme, .securityScheme, place, depth: 0)
            }
        }
        for (section, members) in sections { components[section] = .object(members) }
        return components
    }

    private static func schemes(in security: JSONValue?) -> Set<String> {
        Set((security?.array ?? []).flatMap { ($0.object ?? [:]).keys })
    }

    private mutating func rewrite(_ component: Component) throws(BundleError) -> JSONValue {
        let (value, place) = try content(at: component.target)
        return try rewrite(value, component.kind, place, depth: 0)
    }

    /// Returns the value at a target, with the schema resource that it belongs to.
    private func content(at target: Target) throws(BundleError) -> (JSONValue, Place) {
        let file = tree.files[target.file]
        var place = Place(
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

    private func enter(_ value: JSONValue, _ place: inout Place) {
        guard let id = value["$id"]?.string, index.identified[id] == place.target else { return }
        place.resource = place.target
        place.id = id
    }

    // MARK: - Rewriting

    private mutating func rewrite(
        _ value: JSONValue, _ kind: ObjectKind, _ place: Place, depth: Int
    ) throws(BundleError) -> JSONValue {
        guard depth < Bundler.depthLimit else { throw fault(place, "is nested too deeply") }
        try spend(1, place)
        guard var members = value.object else { return value }
        var place = place
        if kind == .schema { enter(value, &place) }
        // A path takes its item in, because 3.0 has no component for one; so do its callbacks, which are kept from repeating it.
        if kind == .pathItem, members["$ref"] != nil, depth == 0 || isOld {
            let (item, there) = try resolvedItem(value, place)
            origins[place.target.pointer] = there.target
            let isOuter = isInCallback
            defer { isInCallback = isOuter }
            isInCallback = depth > 0
            return try rewrite(.object(item), .pathItem, there, depth: depth + 1)
        }
        if kind != .operation, kind != .encoding, let reference = members["$ref"]?.string {
            let target = try resolve(reference, place.child("$ref"))
            let text = try self.reference(to: Component(kind: kind, target: target), at: place)
            members["$ref"] = .string(text)
            if isOld {
                // In 3.0, what stands beside a reference is ignored; notes for readers stay.
                return .object(try notes(beside: members, of: kind, place))
            }
            // Beside a reference that is no schema, only these count.
            if kind != .schema {
                return .object(members.filter { ["$ref", "summary", "description"].contains($0.key) })
            }
        }
        if kind == .operation, isInCallback, members.removeValue(forKey: "callbacks") != nil {
            warn("the callbacks in a callback are left out", place)
        }
        if kind == .operation { usedSchemes.formUnion(Bundler.schemes(in: members["security"])) }
        var out: [String: JSONValue] = [:]
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            if operations != nil, name == "description", let text = member.string {
                out[name] = .string(Bundler.summary(of: text))
                continue
            }
            guard let (kind, shape) = kind.member(name) else {
                try spend(SourceTree.count(member), place)
                out[name] = member
                continue
            }
            out[name] = try rewrite(member, kind, shape, place.child(name), depth: depth + 1)
        }
        if kind == .schema { try finish(schema: &out, place) }
        if kind == .response, let links = out["links"]?.object {
            out["links"] = try self.links(links, place.child("links"))
        }
        return .object(out)
    }

    private mutating func notes(
        beside members: [String: JSONValue], of kind: ObjectKind, _ place: Place
    ) throws(BundleError) -> [String: JSONValue] {
        var notes: [String: JSONValue] = [:]
        for (name, member) in members where kind.member(name) == nil && name != "discriminator" {
            try spend(SourceTree.count(member), place)
            notes[name] = member
        }
        if operations != nil, let text = notes["description"]?.string {
            notes["description"] = .string(Bundler.summary(of: text))
        }
        return notes
    }

    /// Returns the first line of a description: all that a journey shows, and half of the size of what banks write.
    private static func summary(of text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return line.trimmingCharacters(in: .whitespaces)
    }

    private mutating func spend(_ count: Int, _ place: Place) throws(BundleError) {
        work += count
        guard work <= Bundler.workLimit else { throw fault(place, "makes the bundle too large") }
    }

    private mutating func rewrite(
        _ value: JSONValue, _ kind: ObjectKind, _ shape: ObjectKind.Shape, _ place: Place, depth: Int
    ) throws(BundleError) -> JSONValue {
        switch (shape, value) {
        case (.list, .array(let elements)):
            var out: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                out.append(try rewrite(element, kind, place.child("\(index)"), depth: depth))
            }
            return .array(out)
        case (.map, .object(let members)):
            var out: [String: JSONValue] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                let isExtension = name.hasPrefix("x-") && kind != .schema && kind != .header
                out[name] = isExtension ? member : try rewrite(member, kind, place.child(name), depth: depth)
            }
            return .object(out)
        case (.single, _): return try rewrite(value, kind, place, depth: depth)
        default: return value
        }
    }

    /// Rewrites what is special to schemas: dynamic references, the names of discriminators, and identifiers, which have no
    /// meaning once all references are pointers.
    private mutating func finish(schema out: inout [String: JSONValue], _ place: Place) throws(BundleError) {
        if let reference = out["$dynamicRef"]?.string {
            let name = reference.split(separator: "#").last.map(String.init) ?? ""
            guard index.dynamicAnchors[name, default: 0] <= 1, out["$ref"] == nil else {
                throw fault(
                    place.child("$dynamicRef"), "depends on the schema that it is used from, which can't be bundled")
            }
            let target = try resolve(reference, place.child("$dynamicRef"))
            out["$dynamicRef"] = nil
            out["$ref"] = .string(try self.reference(to: Component(kind: .schema, target: target), at: place))
        }
        for keyword in ["$id", "$anchor", "$dynamicAnchor"] where out[keyword]?.string != nil { out[keyword] = nil }
        guard var discriminator = out["discriminator"]?.object else { return }
        var mapping: [String: JSONValue] = [:]
        for (name, value) in (discriminator["mapping"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            mapping[name] = try mapped(value, place.child("discriminator").child("mapping").child(name))
        }
        if !mapping.isEmpty { discriminator["mapping"] = .object(mapping) }
        if let other = discriminator["defaultMapping"] {
            discriminator["defaultMapping"] = try mapped(other, place.child("discriminator").child("defaultMapping"))
        }
        out["discriminator"] = .object(discriminator)
    }

    /// Returns a value of a discriminator's mapping, which is the name of a schema or a reference to one.
    private mutating func mapped(_ value: JSONValue, _ place: Place) throws(BundleError) -> JSONValue {
        guard let text = value.string else { return value }
        for file in [place.target.file, entry] {
            let own = Target(file: file, pointer: "/components/schemas/\(JSONPointerText.escaped(text))")
            guard tree.files[file].value(at: own.pointer) != nil else { continue }
            let reference = try self.reference(to: Component(kind: .schema, target: own), at: place)
            return file == entry ? value : .string(reference)
        }
        return .string(try reference(to: Component(kind: .schema, target: resolve(text, place)), at: place))
    }

    /// Returns links that lead to operations of the bundle.
    private mutating func links(_ links: [String: JSONValue], _ place: Place) throws(BundleError) -> JSONValue {
        var out: [String: JSONValue] = [:]
        for (name, link) in links.sorted(by: { $0.key < $1.key }) {
            if let id = link["operationId"]?.string, let operations, !operations.contains(id) { continue }
            guard let reference = link["operationRef"]?.string, case .object(var members) = link else {
                out[name] = link
                continue
            }
            let own = place.child(name).child("operationRef")
            guard let target = try? resolve(reference, own), target.file == entry, target.pointer.hasPrefix("/paths/"),
                operations.map({
                    $0.contains(tree.files[entry].value(at: target.pointer)?["operationId"]?.string ?? "")
                })
                    ?? true
            else {
                warn("the link is left out", own)
                continue
            }
            members["operationRef"] = .string("#" + Bundler.fragment(target.pointer))
            out[name] = .object(members)
        }
        return .object(out)
    }

    /// Returns a path item with its references resolved; its own members beside a reference win.
    private mutating func resolvedItem(
        _ value: JSONValue, _ place: Place
    ) throws(BundleError) -> ([String: JSONValue], Place) {
        var (item, place) = (value.object ?? [:], place)
        var seen: Set<Target> = []
        while let reference = item["$ref"]?.string {
            guard seen.insert(place.target).inserted, seen.count <= 16 else {
                throw fault(place.child("$ref"), "leads back to itself")
            }
            let target = try resolve(reference, place.child("$ref"))
            let own = item.filter { $0.key != "$ref" }
            if let verb = own.keys.filter(ObjectKind.verbs.contains).min() {
                throw fault(
                    place.child("$ref"), "stands beside \(verb), which OpenAPI leaves undefined")
            }
            let there = try content(at: target)
            item = (there.0.object ?? [:]).merging(own) { $1 }
            place = there.1
        }
        return (item, place)
    }

    private mutating func reference(to component: Component, at place: Place) throws(BundleError) -> String {
        if isCollecting {
            try refuseLoop(component, at: place)
            try collect(component, at: place)
            return ""
        }
        if let known = texts[component] { return known }
        let pointer = "/components/\(component.kind.rawValue)/\(JSONPointerText.escaped(names[component] ?? ""))"
        let text = "#" + Bundler.fragment(pointer)
        if !isCollecting { texts[component] = text }
        return text
    }

    /// Refuses a chain of bare references that leads back to itself.
    private mutating func refuseLoop(_ component: Component, at place: Place) throws(BundleError) {
        guard names[component] == nil else { return }
        var target = component.target
        var seen: Set<Target> = [target]
        while true {
            let (value, there) = try content(at: target)
            guard let members = value.object, isOld || members.count == 1, let next = members["$ref"]?.string else {
                return
            }
            target = try resolve(next, there.child("$ref"))
            guard seen.insert(target).inserted else { throw fault(place.child("$ref"), "leads back to itself") }
        }
    }

    // MARK: - References

    /// Returns the value that a reference leads to. Files are read as they are needed.
    private mutating func resolve(_ reference: String, _ place: Place) throws(BundleError) -> Target {
        let key = ResolvedKey(reference: reference, file: place.target.file, resource: place.resource)
        if let known = resolved[key] { return known }
        let target = try target(of: reference, place)
        resolved[key] = target
        return target
    }

    private mutating func target(of reference: String, _ place: Place) throws(BundleError) -> Target {
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
    private func identified(_ location: String, _ place: Place) -> Target? {
        if let known = index.identified[location] { return known }
        let base = place.id ?? tree.files[place.target.file].value["$self"]?.string
        guard let base, let url = URL(string: location, relativeTo: URL(string: base)) else { return nil }
        return index.identified[url.absoluteString]
    }

    private mutating func file(at path: String, _ place: Place) throws(ReferenceFault) -> Int {
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

    private mutating func warn(_ clause: String, _ place: Place) {
        guard !isCollecting, warnings.count < Bundler.warningLimit else { return }
        warnings.append("\(tree.files[place.target.file].location(of: place.target.pointer)): \(clause).")
    }

    private func fault(_ place: Place, _ reason: String) -> BundleError {
        let pointer = place.target.pointer
        let name = JSONPointerText.names(of: pointer)?.last ?? "the document"
        return .invalid("\(tree.files[place.target.file].location(of: pointer)): \(name) \(reason).")
    }

    /// Escapes what a URL's fragment can't contain (RFC 3986, section 3.5).
    private static func fragment(_ pointer: String) -> String {
        pointer.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? pointer
    }
}
