import Foundation
import JourneyBase

/// Components: what references lead to, and its names.
extension Bundler {
    /// Collects all components of the entry document.
    mutating func collectComponents(_ root: SourcePlace) throws(BundleError) {
        let components = tree.files[entry].value["components"]
        for kind in ObjectKind.sections {
            for name in (components?[kind.rawValue]?.object ?? [:]).keys.sorted() {
                let place = root.child("components").child(kind.rawValue).child(name)
                try collect(Component(kind: kind, target: place.target), at: place)
            }
        }
        if let hooks = tree.files[entry].value["webhooks"]?.object { _ = try items(hooks, root.child("webhooks")) }
    }

    mutating func collect(_ component: Component, at place: SourcePlace) throws(BundleError) {
        guard names[component] == nil else { return }
        guard found.count < Bundler.componentLimit else {
            throw references.fault(place, "is one of more than \(Bundler.componentLimit) references")
        }
        names[component] = ""
        found.append(component)
    }

    mutating func nameComponents() {
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

    mutating func components(_ root: SourcePlace) throws(BundleError) -> [String: JSONValue] {
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

    static func schemes(in security: JSONValue?) -> Set<String> {
        Set((security?.array ?? []).flatMap { ($0.object ?? [:]).keys })
    }

    mutating func rewrite(_ component: Component) throws(BundleError) -> JSONValue {
        let (value, place) = try references.content(at: component.target)
        return try rewrite(value, component.kind, place, depth: 0)
    }

    /// Escapes what a URL's fragment can't contain (RFC 3986, section 3.5).
    static func fragment(_ pointer: String) -> String {
        pointer.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? pointer
    }
}
