internal import JourneyBase

/// Looks a manifest over before it is signed: what would be refused at load, and what would load and still be wrong.
public enum Lint {
    /// The methods of the plugins that this package's products bring.
    public static let knownMethods: Set<String> = Set(NativePlugin.all.flatMap(\.methods))
    /// The plugins that this package's products bring, by name.
    public static let knownPlugins: Set<String> = Set(NativePlugin.all.map(\.name))

    /// All findings, those of the manifest before those of the bundle, in the order of the documents. A signature is
    /// neither needed nor checked.
    ///
    /// Without the OpenAPI bundle, calls are not checked against their operations. `pages` are the texts of the
    /// journey's pages and scripts, when they are at hand: methods that none of them mentions are reported.
    ///
    /// - Parameters:
    ///   - knownMethods: The methods that pages may be allowed.
    ///   - knownPlugins: The names of plugins that hosts bring; those of this package's products are known without.
    public static func check(
        _ manifest: [UInt8], openAPI: [UInt8]?, knownMethods: Set<String> = knownMethods,
        knownPlugins: Set<String> = knownPlugins, pages: [String]? = nil
    ) -> [Finding] {
        let places = JSONLocations(manifest)
        let document: JSONValue
        do {
            document = try JSONReader.read(manifest, limits: .manifest)
        } catch {
            return unreadable(error, .manifest, places)
        }
        let bundle = openAPI.map { JSONLocations($0, spelling: .pointer) }
        var run = LintRun(document: document, places: places, bundlePlaces: bundle)
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
        run.checkNumbers(in: run.root)
        run.checkHeaders()
        run.checkPlugins(known: knownPlugins)
        let loading = run.checkLoading(openAPI: openAPI)
        run.checkValues(loading)
        run.checkResults(loading)
        run.checkShape()
        return run.findings.sorted { a, b in
            if a.document != b.document { return a.document == .manifest }
            return (a.place, a.severity, a.path) < (b.place, b.severity, b.path)
        }
    }

    /// What is no strict JSON; every member that stands twice.
    static func unreadable(_ error: JSONReadError, _ document: Finding.Document, _ places: JSONLocations) -> [Finding] {
        guard error.reason == .duplicateKey, !places.duplicates.isEmpty else {
            return [
                Finding(
                    rule: .invalidJSON, severity: .error, document: document, path: "", message: error.reason.sentence,
                    place: places.place(at: error.offset))
            ]
        }
        return places.duplicates.map { duplicate in
            Finding(
                rule: .duplicateMember, severity: .error, document: document, path: duplicate.path,
                message: "\(duplicate.path) stands twice.", place: places.place(at: duplicate.offset))
        }
    }
}
