import JourneyBase

extension JSONValue {
    /// Returns this manifest with `methods` allowed on the page of `step`.
    func allowing(_ methods: [String], in step: String) -> JSONValue {
        var (manifest, steps) = (object ?? [:], self["steps"]?.object ?? [:])
        var changed = steps[step]?.object ?? [:]
        changed["bridgeAllow"] = .array(methods.map { .string($0) })
        steps[step] = .object(changed)
        manifest["steps"] = .object(steps)
        return .object(manifest)
    }
}
