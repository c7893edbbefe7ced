internal import JourneyBase
internal import JourneyCrypto

/// Collects all refusals of the loader's readers, part by part; the loader itself stops at the first one.
struct LoadingCheck {
    private(set) var refusals: [Refusal] = []
    /// Calls that must not be repeated because their operations declare no idempotency key.
    private(set) var unkeyed: [(path: String, method: HTTPMethod)] = []
    /// The keys of calls whose operations do not declare them.
    private(set) var undeclaredKeys: [(path: String, operation: String)] = []
    /// Literal keys of steps, each with the operation of a call that does not send it.
    private(set) var unsentKeys: [(path: String, operation: String)] = []
    /// The patterns of the bundle that check nothing, each as the message at its place.
    private(set) var uncheckedPatterns: [String: String] = [:]
    /// The steps, as far as they could be read.
    private(set) var readableSteps: [StepCheck] = []

    /// A step with those of its calls that could be read.
    struct StepCheck {
        let reader: StepReader
        let type: String
        var bindings: [(place: Reading, binding: Binding)] = []
        /// Events that its unreadable calls raise, with unknown payloads.
        var unreadEvents: Set<String> = []

        var value: JSONValue { reader.step.value }
    }

    init(_ manifest: Reading, openAPI: [UInt8]?) {
        guard let version = attempt({ () throws(Refusal) in try ManifestHead.version(manifest) }) else { return }
        attempt { () throws(Refusal) in try ManifestHead.checkMembers(manifest, version) }
        guard let head = head(manifest, version) else { return }
        let resolver = resolver(head, openAPI)
        guard let list = attempt({ () throws(Refusal) in try manifest.required("steps") }), list.value.object != nil
        else { return }
        steps(list, manifest, head, resolver)
        uncheckedPatterns = resolver?.uncheckedPatterns ?? [:]
    }

    @discardableResult
    private mutating func attempt<Value>(_ work: () throws(Refusal) -> Value) -> Value? {
        do throws(Refusal) { return try work() } catch {
            refusals.append(error)
            return nil
        }
    }

    /// Returns the head. If it cannot be read, records a refusal for each of its parts.
    private mutating func head(_ manifest: Reading, _ version: Journey.Version) -> ManifestHead? {
        do throws(Refusal) { return try ManifestHead(manifest, version) } catch {
            refusals.append(error)
        }
        let origins = manifest.member("security")?.member("allowedOrigins")
        if let origins, let policy = attempt({ () throws(Refusal) in try ManifestHead.origins(origins) }) {
            attempt { () throws(Refusal) in _ = try ManifestHead.address(manifest.required("oapiBundle"), on: policy) }
        }
        if version < .v13 {
            attempt { () throws(Refusal) in _ = try ManifestHead.headers(manifest.required("headers")) }
        }
        for name in ["notBefore", "notAfter"] where version >= .v12 {
            attempt { () throws(Refusal) in _ = try ManifestHead.moment(manifest.required(name)) }
        }
        attempt { () throws(Refusal) in _ = try ManifestHead.limits(manifest.member("limits")) }
        return nil
    }

    /// Returns the resolver of the bundle. Faults are reported in the bundle, not in the manifest.
    private mutating func resolver(_ head: ManifestHead, _ openAPI: [UInt8]?) -> OpenAPIResolver? {
        guard let openAPI else { return nil }
        attempt { () throws(Refusal) in try JourneyBuilder.checkHash(head, SHA256.hash(openAPI)) }
        do throws(Refusal) {
            return try OpenAPIResolver(openAPI, origins: head.origins, address: head.openAPIURL)
        } catch {
            let fault = Refusal.BundleFault(pointer: error.path, message: error.message)
            refusals.append(Refusal(error.code, at: "", error.message, error.rule, bundle: fault))
            return nil
        }
    }

    private mutating func steps(
        _ list: Reading, _ manifest: Reading, _ head: ManifestHead, _ resolver: OpenAPIResolver?
    ) {
        attempt { () throws(Refusal) in try list.atMost(ManifestGrammar.stepLimit, "steps") }
        let names = StepNames(list, of: head.version, fallback: head.fallback)
        refusals += names.refusals
        let declared = DeclaredOutputs(list, answers: resolver.map { resolver in { resolver.answerType(of: $0) } })
        let policy = attempt { () throws(Refusal) in try JourneyBuilder.policy(manifest, names) } ?? nil
        let templates = attempt { () throws(Refusal) in try JourneyBuilder.templates(manifest, head, declared) } ?? nil
        let headers =
            attempt { () throws(Refusal) in try JourneyBuilder.headers(manifest, head, declared) }
            ?? HeaderExpressions()
        attempt { () throws(Refusal) in _ = try ManifestHead.resumePolicy(manifest, head.version, declared) }
        attempt { () throws(Refusal) in _ = try JourneyBuilder.start(head, names) }
        // Without a bundle, calls are skipped and the empty resolver is never queried.
        guard let anyResolver = resolver ?? (try? OpenAPIResolver.empty(head)) else { return }
        let parts = JourneyParts(
            head: head.with(headers.fixed), names: names, declared: declared, resolver: anyResolver,
            policy: policy ?? ErrorPolicy(rules: []), templates: templates ?? [:], headerValues: headers.values)
        for (name, step) in (try? list.members()) ?? [] {
            let isKnown = ManifestGrammar.stepTypes(head.version).contains(step.value["type"]?.string ?? "")
            guard isKnown, let id = names.target(name), id.rawValue == name else { continue }
            check(StepReader(id: id, step: step, journey: parts), withCalls: resolver != nil)
        }
    }

    private mutating func check(_ reader: StepReader, withCalls: Bool) {
        attempt { () throws(Refusal) in _ = try reader.frame() }
        var step = StepCheck(reader: reader, type: reader.step.value["type"]?.string ?? "")
        defer { readableSteps.append(step) }
        for reading in (try? reader.step.member("bindings")?.elements()) ?? [] {
            let events = ["onSuccessEmit", "onErrorEmit"].compactMap { reading.value[$0]?.string }
            guard withCalls, let binding = attempt({ () throws(Refusal) in try reader.binding(reading) }) else {
                step.unreadEvents.formUnion(events)
                continue
            }
            step.bindings.append((reading, binding))
            let isUndecided = binding.isOnce && binding.movesMoney && binding.statusQuery == nil
            if binding.declaresEffects ? isUndecided : !binding.operation.mayRepeat {
                unkeyed.append(("\(reading.path).call", binding.operation.method))
            }
            if binding.keyPlacement != nil, !binding.declaresKey {
                undeclaredKeys.append(("\(reading.path).call.key", binding.operation.id))
            }
            if reader.step.value["idempotencyKey"] != nil, binding.isWrite, !binding.carriesKey {
                unsentKeys.append(("\(reader.step.path).idempotencyKey", binding.operation.id))
            }
        }
        for (event, reading) in (try? reader.step.member("on")?.members()) ?? [] {
            attempt { () throws(Refusal) in _ = try reader.transitions(at: event, reading) }
        }
    }
}

extension OpenAPIResolver {
    /// Returns a resolver without operations.
    fileprivate static func empty(_ head: ManifestHead) throws(Refusal) -> OpenAPIResolver {
        let document: JSONValue = ["openapi": "3.1.0", "paths": [:]]
        return try OpenAPIResolver(document.compactBytes, origins: head.origins, address: head.openAPIURL)
    }
}
