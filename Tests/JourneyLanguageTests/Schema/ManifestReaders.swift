import JourneyBase

@testable import JourneyLanguage

/// The types that read manifests, asked without the schema: what they take and what they refuse.
struct ManifestReaders {
    /// A manifest that they take, with every member that there is.
    let manifest: JSONValue
    private let openAPI: [UInt8]

    init(manifest: JSONValue, openAPI: JSONValue) {
        self.manifest = manifest
        self.openAPI = openAPI.compactBytes
    }

    func refusals(of manifest: JSONValue) -> [Refusal] {
        LoadingCheck(Reading(manifest, code: .manifestInvalid), openAPI: openAPI).refusals
    }

    /// The contract that they keep, at the places of `schema` and with names and words of `vocabulary`.
    ///
    /// - Parameters:
    ///   - schema: Says where to ask. What is asked there does not depend on it.
    ///   - places: The places of `manifest`.
    ///   - vocabulary: The names of members to try.
    ///   - words: The texts to try.
    func contract(
        like schema: ManifestContract, at places: SchemaPlaces, vocabulary: Set<String>, words: Set<String>
    ) -> ManifestContract {
        var contract = ManifestContract()
        for place in schema.members.keys {
            let paths = places.all[place] ?? []
            var known: Set<String> = []
            var needed: Set<String> = []
            for name in vocabulary.union((schema.members[place] ?? []).flatMap(Self.misspelt)) {
                // Where a member is there, its wrong values tell most.
                let holders = paths.filter { manifest.value(at: $0)?[name] != nil }
                guard (holders.isEmpty ? paths.prefix(1) : holders[...]).contains(where: { reads(name, at: $0) }) else {
                    continue
                }
                known.insert(name)
                // What the manifest has somewhere without the member does not need it, as a GET needs no effect.
                if holders.count == paths.count, holders.contains(where: { needs(name, at: $0) }) {
                    needed.insert(name)
                }
            }
            contract.members[place] = known
            contract.required[place] = needed
        }
        for (place, listed) in schema.words {
            let paths = places.all[place] ?? []
            contract.words[place] = words.union(listed).filter { word in
                if listed.contains(word) { return paths.contains { takes(.string(word), at: $0) } }
                return paths.prefix(1).contains { !isForeign(.string(word), at: $0) && takes(.string(word), at: $0) }
            }
        }
        for (place, bounds) in schema.bounds {
            let paths = places.all[place] ?? []
            let near = [bounds.lowerBound - 1, bounds.lowerBound, bounds.upperBound, bounds.upperBound + 1]
            let taken = near.filter { number in paths.contains { takes(.number(JSONNumber(number)), at: $0) } }
            if let least = taken.min(), let most = taken.max() { contract.bounds[place] = least...most }
        }
        return contract
    }

    /// The nearest neighbours of a name.
    private static func misspelt(_ name: String) -> [String] {
        [name + "s", name.prefix(1).uppercased() + name.dropFirst()]
    }

    private func dotted(_ path: String) -> String {
        path.split(separator: " ").reduce("") {
            Int($1) == nil ? ($0.isEmpty ? "\($1)" : "\($0).\($1)") : "\($0)[\($1)]"
        }
    }

    /// The manifest without the steps that `path` does not lead into. What it refuses for its own sake is refused in the whole one
    /// too, but costs a fraction of the time.
    private func part(for path: String) -> JSONValue {
        let parts = path.split(separator: " ")
        guard parts.first != "steps" || parts.count > 2 else { return manifest }
        let step = parts.first == "steps" ? String(parts[1]) : nil
        return manifest.setting("steps", to: .object(manifest["steps"]?.object?.filter { $0.key == step } ?? [:]))
    }

    /// The rules by which `value` at `path` is refused, or a part of it.
    private func rules(_ value: JSONValue?, at path: String, in manifest: JSONValue? = nil) -> [LintRule] {
        let place = dotted(path)
        return refusals(of: (manifest ?? self.manifest).setting(path, to: value)).filter { refusal in
            refusal.path == place || refusal.path.hasPrefix("\(place).") || refusal.path.hasPrefix("\(place)[")
        }.map(\.rule)
    }

    private func takes(_ value: JSONValue, at path: String) -> Bool {
        !refusals(of: manifest.setting(path, to: value)).contains { $0.path == dotted(path) }
    }

    /// Whether `value` is refused where it stands, whatever the other steps are.
    private func isForeign(_ value: JSONValue, at path: String) -> Bool {
        rules(value, at: path, in: part(for: path)).contains(.invalidValue)
    }

    /// The rules that say that a member does not belong where it stands.
    private static let foreign: Set<LintRule> = [.unknownMember, .laterVersion, .terminalWithEdges]

    /// Whether they look at the member `name` of the object at `path`: they take it as it is there and refuse another value, or
    /// refuse a value for another reason than its name.
    private func reads(_ name: String, at path: String) -> Bool {
        let member = "\(path) \(name)"
        let isThere = manifest.value(at: path)?[name] != nil
        if !isThere, rules(5, at: member, in: part(for: member)).contains(.unknownMember) { return false }
        for wrong: JSONValue in [5, [:], ["§": 5], "§", [["§"]]] {
            let rules = rules(wrong, at: member)
            if !rules.isEmpty, isThere || ManifestReaders.foreign.isDisjoint(with: rules) { return true }
            if !isThere, !rules.isEmpty { return false }
        }
        return false
    }

    private func needs(_ name: String, at path: String) -> Bool {
        rules(nil, at: "\(path) \(name)").contains(.missingMember)
    }
}

extension JSONValue {
    /// The value at a path of `setting`.
    func value(at path: String) -> JSONValue? {
        path.split(separator: " ").reduce(self) { value, part in
            Int(part).flatMap { index in value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
                ?? value?[String(part)]
        }
    }
}
