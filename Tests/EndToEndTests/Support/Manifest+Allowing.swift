import JourneyBase

extension JSONValue {
    /// This manifest, in which the page of `step` may call `methods`.
    func allowing(_ methods: [String], in step: String) -> JSONValue {
        var (manifest, steps) = (object ?? [:], self["steps"]?.object ?? [:])
        var changed = steps[step]?.object ?? [:]
        changed["bridgeAllow"] = .array(methods.map { .string($0) })
        steps[step] = .object(changed)
        manifest["steps"] = .object(steps)
        return .object(manifest)
    }
}
