internal import JourneyBase

/// Looks a manifest over before it is signed: what would be refused at load, and what would load and still be wrong.
public enum Lint {
    /// The methods of the plugins that this package brings.
    public static let knownMethods: Set<String> = ["performBiometric"]

    /// All findings, in the order of the document. A signature is neither needed nor checked.
    ///
    /// Without the OpenAPI bundle, calls are not checked against their operations. `pages` are the texts of the
    /// journey's pages and scripts, when they are at hand: methods that none of them mentions are reported.
    public static func check(
        _ manifest: [UInt8], openAPI: [UInt8]?, knownMethods: Set<String> = knownMethods, pages: [String]? = nil
    ) -> [Finding] {
        let places = JSONPlaces(manifest)
        let document: JSONValue
        do {
            document = try JSONReader.read(manifest, limits: ManifestGrammar.readLimits)
        } catch {
            return unreadable(error, places)
        }
        var run = LintRun(document: document, places: places)
        guard document.object != nil else {
            run.add(.invalidJSON, .error, "", "The manifest is no JSON object.")
            return run.findings
        }
        run.checkMembers()
        run.checkOrigins()
        run.checkFlow()
        run.checkEvents()
        run.checkMethods(known: knownMethods, pages: pages)
        run.checkNames()
        run.checkShape()
        run.checkLoading(openAPI: openAPI)
        return run.findings.sorted { ($0.line, $0.column, $0.severity) < ($1.line, $1.column, $1.severity) }
    }

    private static func unreadable(_ error: JSONReadError, _ places: JSONPlaces) -> [Finding] {
        if error.reason == .duplicateKey {
            return places.duplicates.map { duplicate in
                let place = places.place(at: duplicate.offset)
                return Finding(
                    rule: .duplicateMember, severity: .error, path: duplicate.path,
                    message: "\(duplicate.path) stands twice.", line: place.line, column: place.column)
            }
        }
        let place = places.place(at: error.offset)
        return [
            Finding(
                rule: .invalidJSON, severity: .error, path: "", message: "The manifest is no strict JSON: \(error).",
                line: place.line, column: place.column)
        ]
    }
}

/// One pass of the rules over one manifest.
struct LintRun {
    let document: JSONValue
    let places: JSONPlaces
    private(set) var findings: [Finding] = []

    init(document: JSONValue, places: JSONPlaces) {
        self.document = document
        self.places = places
    }

    mutating func add(_ rule: LintRule, _ severity: Finding.Severity, _ path: String, _ message: String) {
        let place = places.place(of: path)
        findings.append(
            Finding(
                rule: rule, severity: severity, path: path, message: message, line: place.line, column: place.column))
    }

    var root: Reading { Reading(document, code: .manifestInvalid) }

    var version: Journey.Version { document["manifestVersion"]?.string.flatMap(Journey.Version.init) ?? .v12 }

    /// The steps that are objects, by name, each with its type.
    var steps: [(name: String, type: String, step: Reading)] {
        children(of: root.member("steps")).compactMap { name, step in
            guard step.value.object != nil else { return nil }
            return (name, step.member("type")?.value.string ?? "", step)
        }
    }

    /// The members of an object; none of anything else.
    func children(of reading: Reading?) -> [(name: String, value: Reading)] { (try? reading?.members()) ?? [] }

    /// The elements of an array; none of anything else.
    func elements(of reading: Reading?) -> [Reading] { (try? reading?.elements()) ?? [] }

    /// The transitions of a step, one by one, each with its event.
    func transitions(of step: Reading) -> [(event: String, transition: Reading)] {
        children(of: step.member("on")).flatMap { event, value in
            value.value.array == nil ? [(event, value)] : elements(of: value).map { (event, $0) }
        }
    }

    /// Calls of server steps that must not be repeated and cannot say that they are the same.
    private mutating func checkKeys(of journey: Journey) {
        for step in journey.steps.values {
            guard case .server = step.kind else { continue }
            for (index, binding) in step.bindings.enumerated() where !binding.operation.mayRepeat {
                let path = "steps.\(step.id).bindings[\(index)].call"
                add(
                    .unkeyedCall, .warning, path,
                    "\(path) is a \(binding.operation.method.rawValue) without X-Idempotency-Key: an answer that is lost"
                        + " leaves open whether it was done.")
            }
        }
    }

    /// Where the published schema does not fit, unless a rule has said more.
    mutating func checkShape() {
        for fault in (try? ManifestSchema.faults(in: document, version)) ?? [] {
            let refusal = ManifestSchema.refusal(fault)
            if !isKnown(refusal.path) { add(.shape, .error, refusal.path, refusal.message) }
        }
    }

    /// Whether there is an error at `path`, around it or in it.
    private func isKnown(_ path: String) -> Bool {
        findings.contains { finding in
            finding.severity == .error && !path.isEmpty
                && (path == finding.path || path.hasPrefix(finding.path + ".")
                    || path.hasPrefix(finding.path + "[") || finding.path.hasPrefix(path + ".")
                    || finding.path.hasPrefix(path + "["))
        }
    }

    /// What the loader refuses and no rule has said yet.
    mutating func checkLoading(openAPI: [UInt8]?) {
        do throws(Refusal) {
            let bytes = try JourneyLoader.canonicalForm(of: root)
            let head = try ManifestHead(root)
            if let openAPI { checkKeys(of: try JourneyBuilder.journey(head, hash: bytes, openAPI: openAPI)) }
        } catch {
            if !isKnown(error.path) { add(.refused, .error, error.path, "\(error.message) (\(error.code))") }
        }
    }
}
