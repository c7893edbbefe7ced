import JourneyBase

@testable import JourneyLanguage

/// The types that read manifests, asked without the schema: what they take and what they refuse.
struct ManifestReaders {
    /// A manifest that they take, with every member that there is.
    let manifest: JSONValue
    private let openAPI = TestManifest.openAPI.compactBytes

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
                if holders.contains(where: { needs(name, at: $0) }) { needed.insert(name) }
            }
            contract.members[place] = known
            contract.required[place] = needed
        }
        for (place, listed) in schema.words {
            let paths = places.all[place] ?? []
            contract.words[place] = words.union(listed).filter { word in
                (listed.contains(word) ? paths[...] : paths.prefix(1)).contains { takes(.string(word), at: $0) }
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

    /// The rules by which `value` at `path` is refused, or a part of it.
    private func rules(_ value: JSONValue?, at path: String) -> [LintRule] {
        let place = dotted(path)
        return refusals(of: manifest.setting(path, to: value)).filter { refusal in
            refusal.path == place || refusal.path.hasPrefix("\(place).") || refusal.path.hasPrefix("\(place)[")
        }.map(\.rule)
    }

    private func takes(_ value: JSONValue, at path: String) -> Bool {
        !refusals(of: manifest.setting(path, to: value)).contains { $0.path == dotted(path) }
    }

    /// The rules that say that a member does not belong where it stands.
    private static let foreign: Set<LintRule> = [.unknownMember, .laterVersion, .terminalWithEdges]

    /// Whether they look at the member `name` of the object at `path`: they take it as it is there and refuse another value, or
    /// refuse a value for another reason than its name.
    private func reads(_ name: String, at path: String) -> Bool {
        let member = "\(path) \(name)"
        let isThere = manifest.value(at: path)?[name] != nil
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
