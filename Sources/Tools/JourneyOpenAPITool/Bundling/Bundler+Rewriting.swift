import Foundation
import JourneyBase

/// Rewriting: the objects of a description with references to the bundle's components.
extension Bundler {
    mutating func rewrite(
        _ value: JSONValue, _ kind: ObjectKind, _ place: SourcePlace, depth: Int
    ) throws(BundleError) -> JSONValue {
        guard depth < Bundler.depthLimit else { throw references.fault(place, "is nested too deeply") }
        try spend(1, place)
        guard var members = value.object else { return value }
        var place = place
        if kind == .schema { references.enter(value, &place) }
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
            let target = try references.resolve(reference, place.child("$ref"))
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
        beside members: [String: JSONValue], of kind: ObjectKind, _ place: SourcePlace
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
    static func summary(of text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return line.trimmingCharacters(in: .whitespaces)
    }

    private mutating func spend(_ count: Int, _ place: SourcePlace) throws(BundleError) {
        work += count
        guard work <= Bundler.workLimit else { throw references.fault(place, "makes the bundle too large") }
    }

    mutating func rewrite(
        _ value: JSONValue, _ kind: ObjectKind, _ shape: ObjectKind.Shape, _ place: SourcePlace, depth: Int
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
    private mutating func finish(schema out: inout [String: JSONValue], _ place: SourcePlace) throws(BundleError) {
        if let reference = out["$dynamicRef"]?.string {
            let name = reference.split(separator: "#").last.map(String.init) ?? ""
            guard references.isUnique(dynamicAnchor: name), out["$ref"] == nil else {
                throw references.fault(
                    place.child("$dynamicRef"), "depends on the schema that it is used from, which can't be bundled")
            }
            let target = try references.resolve(reference, place.child("$dynamicRef"))
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
    private mutating func mapped(_ value: JSONValue, _ place: SourcePlace) throws(BundleError) -> JSONValue {
        guard let text = value.string else { return value }
        for file in [place.target.file, entry] {
            let own = Target(file: file, pointer: "/components/schemas/\(JSONPointerText.escaped(text))")
            guard tree.files[file].value(at: own.pointer) != nil else { continue }
            let reference = try self.reference(to: Component(kind: .schema, target: own), at: place)
            return file == entry ? value : .string(reference)
        }
        return .string(try reference(to: Component(kind: .schema, target: references.resolve(text, place)), at: place))
    }

    /// Returns links that lead to operations of the bundle.
    private mutating func links(_ links: [String: JSONValue], _ place: SourcePlace) throws(BundleError) -> JSONValue {
        var out: [String: JSONValue] = [:]
        for (name, link) in links.sorted(by: { $0.key < $1.key }) {
            if let id = link["operationId"]?.string, let operations, !operations.contains(id) { continue }
            guard let reference = link["operationRef"]?.string, case .object(var members) = link else {
                out[name] = link
                continue
            }
            let own = place.child(name).child("operationRef")
            guard let target = try? references.resolve(reference, own), target.file == entry,
                target.pointer.hasPrefix("/paths/"),
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
    mutating func resolvedItem(
        _ value: JSONValue, _ place: SourcePlace
    ) throws(BundleError) -> ([String: JSONValue], SourcePlace) {
        var (item, place) = (value.object ?? [:], place)
        var seen: Set<Target> = []
        while let reference = item["$ref"]?.string {
            guard seen.insert(place.target).inserted, seen.count <= 16 else {
                throw references.fault(place.child("$ref"), "leads back to itself")
            }
            let target = try references.resolve(reference, place.child("$ref"))
            let own = item.filter { $0.key != "$ref" }
            if let verb = own.keys.filter(ObjectKind.verbs.contains).min() {
                throw references.fault(
                    place.child("$ref"), "stands beside \(verb), which OpenAPI leaves undefined")
            }
            let there = try references.content(at: target)
            item = (there.0.object ?? [:]).merging(own) { $1 }
            place = there.1
        }
        return (item, place)
    }

    mutating func reference(to component: Component, at place: SourcePlace) throws(BundleError) -> String {
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
    private mutating func refuseLoop(_ component: Component, at place: SourcePlace) throws(BundleError) {
        guard names[component] == nil else { return }
        var target = component.target
        var seen: Set<Target> = [target]
        while true {
            let (value, there) = try references.content(at: target)
            guard let members = value.object, isOld || members.count == 1, let next = members["$ref"]?.string else {
                return
            }
            target = try references.resolve(next, there.child("$ref"))
            guard seen.insert(target).inserted else {
                throw references.fault(place.child("$ref"), "leads back to itself")
            }
        }
    }
}
