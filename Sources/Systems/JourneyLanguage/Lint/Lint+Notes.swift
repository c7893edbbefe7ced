internal import JourneyBase

extension Lint {
    /// Returns what an author should know of a manifest without mistakes: how it moves to the latest version, and what its pages
    /// can influence.
    ///
    /// - Parameters:
    ///   - manifest: The manifest as JSON.
    ///   - openAPI: The OpenAPI bundle, without which nothing is known of pages.
    /// - Returns: The notes, in the order of the manifest's paths; none of pages if the manifest does not load.
    package static func notes(_ manifest: [UInt8], openAPI: [UInt8]?) -> [LintNote] {
        guard let document = try? JourneyLoader.read(manifest),
            let version = try? ManifestHead.version(document)
        else { return [] }
        guard version >= .v13 else { return [LintNote(path: "manifestVersion", message: moveUp(from: version))] }
        guard let openAPI, let head = try? ManifestHead(document),
            let journey = try? JourneyBuilder.journey(head, hash: [], openAPI: openAPI)
        else { return [] }
        return PageInfluence(journey).entries.map { LintNote(path: $0.path, message: $0.message) }
    }

    private static func moveUp(from version: Journey.Version) -> String {
        let way =
            version == .v11
            ? "first write it as 1.2, then let journey migrate rewrite it"
            : "journey migrate rewrites it and lists what to check"
        return "manifestVersion is \(version.rawValue). Version 1.3 has expressions and declares what calls do: \(way)."
    }
}

/// A fact that an author should know, and that is no mistake.
package struct LintNote: Hashable, Sendable {
    /// The path in the manifest.
    package let path: String
    /// The note, as one sentence or two.
    package let message: String
}
