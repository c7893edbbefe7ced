internal import JourneyBase

/// A check of a manifest before it is signed, for errors that the loader refuses and for likely mistakes that would still load.
public enum Lint {
    /// The bridge methods of the plugins in this package's products.
    public static let knownMethods: Set<String> = Set(PluginDescription.own.flatMap(\.methods).map(\.name))
    /// The names of the plugins in this package's products.
    public static let knownPlugins: Set<String> = Set(PluginDescription.own.map(\.name))

    /// Returns all findings, those of the manifest before those of the bundle, in document order. A signature is neither needed
    /// nor checked.
    ///
    /// - Parameters:
    ///   - manifest: The manifest as JSON.
    ///   - openAPI: The OpenAPI bundle. Without it, calls are not checked against their operations.
    ///   - knownMethods: The methods that pages may be allowed.
    ///   - knownPlugins: The names of the host's own plugins; those of this package's products are always known.
    ///   - pages: The texts of the journey's pages and scripts, if available. Allowed methods that none of them mentions are
    ///     reported.
    /// - Returns: The findings; empty if there are no problems.
    public static func check(
        _ manifest: [UInt8], openAPI: [UInt8]?, knownMethods: Set<String> = knownMethods,
        knownPlugins: Set<String> = knownPlugins, pages: [String]? = nil
    ) -> [Finding] {
        check(
            manifest, openAPI: openAPI, plugins: [], knownMethods: knownMethods, knownPlugins: knownPlugins,
            pages: pages)
    }

    /// Returns the findings of a host with plugins of its own.
    ///
    /// - Parameters:
    ///   - manifest: The manifest as JSON.
    ///   - openAPI: The OpenAPI bundle. Without it, calls are not checked against their operations.
    ///   - plugins: The descriptions of the host's plugins, against which steps are checked.
    ///   - knownMethods: The methods that pages may be allowed, besides those of `plugins`.
    ///   - knownPlugins: The names of the host's plugins without a description.
    ///   - pages: The texts of the journey's pages and scripts, if available.
    /// - Returns: The findings; empty if there are no problems.
    package static func check(
        _ manifest: [UInt8], openAPI: [UInt8]?, plugins: [PluginDescription],
        knownMethods: Set<String> = knownMethods, knownPlugins: Set<String> = knownPlugins, pages: [String]? = nil
    ) -> [Finding] {
        let places = JSONLocations(manifest)
        let document: JSONValue
        do {
            document = try JSONReader.read(manifest, limits: .manifest)
        } catch {
            return unreadable(error, .manifest, places)
        }
        let bundle = openAPI.map { JSONLocations($0, spelling: .pointer) }
        var run = LintRun(document: document, places: places, bundlePlaces: bundle, plugins: plugins)
        guard document.object != nil else {
            run.add(.invalidJSON, .error, "", "The manifest is not a JSON object.")
            return run.findings
        }
        run.checkMembers()
        run.checkOrigins()
        run.checkFlow()
        run.checkEvents()
        run.checkMethods(
            known: knownMethods.union(plugins.flatMap(\.methods).map(\.name)), pages: pages)
        run.checkNames()
        run.checkNumbers(in: run.root)
        run.checkHeaders()
        run.checkPlugins(known: knownPlugins)
        let loading = run.checkLoading(openAPI: openAPI)
        run.checkValues(loading)
        run.checkPluginValues(loading)
        run.checkResults(loading)
        run.checkResources(loading)
        run.checkShape()
        run.checkApprovals(openAPI: openAPI)
        return run.findings.sorted { a, b in
            if a.document != b.document { return a.document == .manifest }
            return (a.place, a.severity, a.path) < (b.place, b.severity, b.path)
        }
    }

    /// Returns the findings for a document that is not valid JSON: the syntax error, or each duplicate member.
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
                message: "\(duplicate.path) is a duplicate member.", place: places.place(at: duplicate.offset))
        }
    }
}
