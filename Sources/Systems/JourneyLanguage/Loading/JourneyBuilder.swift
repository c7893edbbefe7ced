internal import JourneyBase
internal import JourneyCrypto

/// Reads the steps and puts the journey together.
enum JourneyBuilder {
    static func journey(_ head: ManifestHead, hash: [UInt8], openAPI: [UInt8]) throws(Refusal) -> Journey {
        if let expected = head.openAPISHA256, SHA256.hash(openAPI) != expected {
            throw Refusal(.oapiHash, at: "oapiSha256", "oapiSha256 is not the hash of the OpenAPI bundle.")
        }
        let resolver = try OpenAPIResolver(openAPI, origins: head.origins, address: head.openAPIURL)
        let manifest = Reading(head.document, code: .manifestInvalid)
        let list = try manifest.required("steps")
        try list.atMost(ManifestGrammar.stepLimit, "steps")
        let names = try StepNames(list, fallback: head.fallback)
        let declared = DeclaredOutputs(list)
        let policy = try manifest.member("errorPolicy").map { (member) throws(Refusal) in
            try ErrorPolicyReader(names: names).read(member)
        }
        let templates = try manifest.member("headerTemplates").map { (member) throws(Refusal) in
            try HeaderTemplateReader(declared: declared).read(member, beside: head.headers)
        }
        var steps: [StepID: Step] = [:]
        for (name, step) in try list.members() {
            guard let id = names.target(name), id.rawValue == name else { continue }
            let reader = StepReader(
                id: id, step: step, head: head, names: names, declared: declared, resolver: resolver,
                policy: policy ?? ErrorPolicy(rules: []), templates: templates ?? [:])
            steps[id] = try reader.read()
        }
        guard let start = names.target(head.startStep) else {
            throw names.unknown(head.startStep, at: "startStep")
        }
        return Journey(
            id: head.id, version: head.version, manifestHash: hash, sequence: head.sequence, notBefore: head.notBefore,
            notAfter: head.notAfter, issuer: head.issuer, origins: head.origins, headers: head.headers,
            limits: head.limits, startStep: start, steps: steps, security: head.security,
            resumePolicy: try ManifestHead.resumePolicy(manifest, head.version, declared), locales: head.locales,
            headerTemplates: templates ?? [:], errorPolicy: policy ?? ErrorPolicy(rules: []))
    }
}

/// The steps' names, and what stands in for steps of a type that this SDK does not know.
struct StepNames {
    private var targets: [String: StepID] = [:]
    private var terminals: Set<StepID> = []

    init(_ list: Reading, fallback: String?) throws(Refusal) {
        var unknown: [Reading] = []
        for (name, step) in try list.members() {
            guard let id = StepID(name) else {
                throw step.refusal("is no step's name: up to 64 letters, digits and -_.")
            }
            let type = try step.required("type").text()
            if ManifestGrammar.stepTypes.contains(type) {
                targets[name] = id
                if type == "terminal" { terminals.insert(id) }
            } else {
                unknown.append(step)
            }
        }
        let stand = fallback.flatMap { targets[$0] }
        if let fallback, stand == nil { throw self.unknown(fallback, at: "fallback") }
        for step in unknown {
            let type = try step.required("type")
            guard let stand else {
                throw type.refusal("is not known, and there is no fallback: \(Refusal.quote(try type.text()))")
            }
            targets[String(step.path.dropFirst("steps.".count))] = stand
        }
    }

    /// The step that `name` leads to.
    func target(_ name: String) -> StepID? { targets[name] }

    /// Whether the journey ends there.
    func isTerminal(_ id: StepID) -> Bool { terminals.contains(id) }

    /// The refusal of a name that is none.
    func unknown(_ name: String, at path: String) -> Refusal {
        let near = Spelling.nearest(to: name, in: targets.keys)
        let hint = near.map { "; did you mean \(Refusal.quote($0))?" } ?? "."
        return Refusal(.manifestInvalid, at: path, "\(path) names no step: \(Refusal.quote(name))\(hint)")
    }
}

/// What the steps' calls declare as outputs, before the steps are read one by one.
struct DeclaredOutputs {
    private var outputs: [String: [String: ValueType]] = [:]

    /// Takes what it can; what is misshapen is refused when its step is read.
    init(_ list: Reading) {
        for (name, step) in list.value.object ?? [:] {
            outputs[name] = [:]
            for binding in step["bindings"]?.array ?? [] {
                for (output, type) in binding["out"]?.object ?? [:] {
                    outputs[name]?[output] = type.string.flatMap(ValueType.init(rawValue:))
                }
            }
        }
    }

    /// The outputs of the step called `name`, or `nil` when there is no such step.
    subscript(name: String) -> [String: ValueType]? { outputs[name] }

    var names: [String] { outputs.keys.sorted() }
}
