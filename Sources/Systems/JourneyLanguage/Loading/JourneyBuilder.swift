internal import JourneyBase
internal import JourneyCrypto

/// Reads the steps and builds the journey.
enum JourneyBuilder {
    static func journey(
        _ head: ManifestHead, hash: [UInt8], openAPI: [UInt8], serverVariables: [String: String] = [:]
    ) throws(Refusal) -> Journey {
        let bundleHash = SHA256.hash(openAPI)
        try checkHash(head, bundleHash)
        let resolver = try OpenAPIResolver(
            openAPI, origins: head.origins, address: head.openAPIURL, variables: serverVariables, hash: bundleHash)
        let manifest = Reading(head.document, code: .manifestInvalid)
        let list = try manifest.required("steps")
        try list.atMost(ManifestGrammar.stepLimit, "steps")
        _ = try list.members()
        let names = StepNames(list, of: head.version, fallback: head.fallback)
        if let refusal = names.refusals.first { throw refusal }
        let declared = DeclaredOutputs(list, answers: resolver.answerType)
        let policy = try policy(manifest, names)
        let templates = try templates(manifest, head, declared)
        let headers = try headers(manifest, head, declared)
        let head = head.with(headers.fixed)
        let parts = JourneyParts(
            head: head, names: names, declared: declared, resolver: resolver, policy: policy ?? ErrorPolicy(rules: []),
            templates: templates ?? [:], headerValues: headers.values)
        var steps: [StepID: Step] = [:]
        for (name, step) in try list.members() {
            guard let id = names.target(name), id.rawValue == name else { continue }
            steps[id] = try StepReader(id: id, step: step, journey: parts).read()
        }
        let start = try start(head, names)
        let resumePolicy = try ManifestHead.resumePolicy(manifest, head.version, declared)
        resolver.keep()
        var journey = Journey(
            id: head.id, version: head.version, manifestHash: hash, sequence: head.sequence, notBefore: head.notBefore,
            notAfter: head.notAfter, issuer: head.issuer, origins: head.origins, headers: head.headers,
            limits: head.limits, startStep: start, steps: steps, security: head.security,
            resumePolicy: resumePolicy, locales: head.locales,
            headerTemplates: templates ?? [:], headerValues: headers.values,
            errorPolicy: policy ?? ErrorPolicy(rules: []), brand: head.brand)
        journey.approvals = try ApprovalReader.approvals(of: journey)
        try AuthorizeChecks.check(journey)
        return journey
    }

    /// Returns the headers of each call; before 1.3, all of them are constant.
    static func headers(
        _ manifest: Reading, _ head: ManifestHead, _ declared: DeclaredOutputs
    ) throws(Refusal) -> HeaderExpressions {
        guard head.version >= .v13 else { return HeaderExpressions(fixed: head.headers) }
        let scope = PathScope(declared: declared, result: nil, event: "")
        return try HeaderExpressionReader(scope: scope, hasEvent: false).read(manifest.required("headers"))
    }

    static func checkHash(_ head: ManifestHead, _ hash: [UInt8]) throws(Refusal) {
        guard let expected = head.openAPISHA256, hash != expected else { return }
        throw Refusal(.oapiHash, at: "oapiSha256", "oapiSha256 does not match the SHA-256 hash of the OpenAPI bundle.")
    }

    static func policy(_ manifest: Reading, _ names: StepNames) throws(Refusal) -> ErrorPolicy? {
        try manifest.member("errorPolicy").map { (member) throws(Refusal) in
            try ErrorPolicyReader(names: names).read(member)
        }
    }

    static func templates(
        _ manifest: Reading, _ head: ManifestHead, _ declared: DeclaredOutputs
    ) throws(Refusal) -> [String: HeaderTemplate]? {
        try manifest.member("headerTemplates").map { (member) throws(Refusal) in
            try HeaderTemplateReader(declared: declared).read(member, beside: head.headers)
        }
    }

    static func start(_ head: ManifestHead, _ names: StepNames) throws(Refusal) -> StepID {
        guard let start = names.target(head.startStep) else { throw names.unknown(head.startStep, at: "startStep") }
        return start
    }
}

/// The steps' names, including replacements for steps of an unknown type.
struct StepNames {
    private var targets: [String: StepID] = [:]
    private var terminals: Set<StepID> = []
    /// The steps whose outputs the bank didn't make: authorize steps', which come from whoever opens their return address, and
    /// native steps', such as the text of a code that the camera saw.
    private(set) var untrusted: Set<String> = []
    /// Refusals for invalid names and types; empty for a valid journey.
    private(set) var refusals: [Refusal] = []

    init(_ list: Reading, of version: Journey.Version, fallback: String?) {
        var unknown: [Reading] = []
        for (name, step) in (try? list.members()) ?? [] {
            do throws(Refusal) { if try !add(name, step, version) { unknown.append(step) } } catch {
                refusals.append(error)
            }
        }
        let replacement = fallback.flatMap { targets[$0] }
        if let fallback, replacement == nil { refusals.append(self.unknown(fallback, at: "fallback")) }
        for step in unknown {
            guard let replacement else {
                let type = step.member("type") ?? step
                let name = Refusal.quote(type.value.string ?? "")
                refusals.append(
                    type.refusal("is an unknown step type, and the manifest has no fallback: \(name)", .unknownStepType)
                )
                // Registered so that references to it are not refused as well.
                targets[String(step.path.dropFirst("steps.".count))] = StepID(
                    String(step.path.dropFirst("steps.".count)))
                continue
            }
            targets[String(step.path.dropFirst("steps.".count))] = replacement
        }
    }

    /// Adds a step of a known type; returns `false` for any other type.
    private mutating func add(
        _ name: String, _ step: Reading, _ version: Journey.Version
    ) throws(Refusal) -> Bool {
        let id = try step.require(
            StepID(name), "is not a step name: use up to 64 letters, digits and -_.", .invalidName)
        let type = try step.required("type").text()
        guard ManifestGrammar.stepTypes(version).contains(type) else { return false }
        targets[name] = id
        if type == "terminal" { terminals.insert(id) }
        if type == "authorize" || type == "native" { untrusted.insert(name) }
        return true
    }

    /// Returns the step that `name` leads to.
    func target(_ name: String) -> StepID? { targets[name] }

    /// Returns `true` if the journey ends at `id`.
    func isTerminal(_ id: StepID) -> Bool { terminals.contains(id) }

    /// Returns the refusal of an unknown step name.
    func unknown(_ name: String, at path: String) -> Refusal {
        let hint = SpellingSuggestion.hint(for: name, in: targets.keys)
        return Refusal(
            .manifestInvalid, at: path, "\(path) refers to an unknown step: \(Refusal.quote(name))\(hint)",
            .unknownTarget)
    }
}
