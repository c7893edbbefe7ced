import JourneyBase
package import JourneyCLI
import JourneyLanguage

/// The OpenAPI document of a command: a file in JSON as it is, or the bundle of files that are no document of a journey yet.
package struct OpenAPIInput {
    /// The path as it was given.
    package let name: String
    /// The document, in JSON.
    package let bytes: [UInt8]
    private let bundle: OpenAPIBundle?
    /// `true` if the document was bundled of files that are no document of a journey yet.
    package var isBundled: Bool { bundle != nil }

    /// The options of commands that read such a document.
    package static let options = [
        Option(.overlay, value: .file, help: "Apply this overlay to the document; may be repeated", isRepeated: true)
    ]

    /// Reads the document at `path`. YAML, JSON above the size that journeys read, and documents with overlays are bundled, as
    /// `journey bundle` does.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - operations: The operations to keep in a bundle; all without any.
    ///   - overlays: The overlays to apply.
    ///   - skipsUnknown: Ignores operations that the document doesn't have.
    /// - Throws: `CommandError`.
    package init(
        _ path: String, keeping operations: Set<String>?, overlays: [String] = [], skipsUnknown: Bool = false
    ) throws(CommandError) {
        name = path
        let content = try BoundedFile.read(path, limit: SourceTree.limits.bytes)
        guard !overlays.isEmpty || OpenAPIInput.needsBundle(content, path) else {
            (bytes, bundle) = (content, nil)
            return
        }
        var request = OpenAPIBundle.Request(entry: path)
        (request.operations, request.overlays, request.skipsUnknown) = (operations, overlays, skipsUnknown)
        let bundle = try BundleCommand.bundle(request)
        (bytes, self.bundle) = (bundle.bytes, bundle)
    }

    /// Reads the document that a manifest calls, as the bundle of just those operations if it is no document of a journey yet.
    package init(_ path: String, for manifest: [UInt8], overlays: [String] = []) throws(CommandError) {
        let value = try? JSONReader.read(manifest, limits: .manifest)
        try self.init(
            path, keeping: value.map(OpenAPIBundle.operations) ?? [], overlays: overlays, skipsUnknown: true)
    }

    /// Sentences about places that the author should look at.
    package var warnings: [String] { bundle?.warnings ?? [] }

    private static func needsBundle(_ bytes: [UInt8], _ name: String) -> Bool {
        guard SourceFile.beginsAsJSON(bytes), bytes.count <= JSONLimits.openAPIBundle.bytes else {
            return !name.hasSuffix(".json") || bytes.count > JSONLimits.openAPIBundle.bytes
        }
        return SourceFile.isYAMLName(name) && (try? JSONReader.read(bytes, limits: .openAPIBundle)) == nil
    }

    /// Returns the place in the sources of a value of the document, if it was bundled.
    ///
    /// - Parameter pointer: A JSON pointer into the document, with or without `#`.
    /// - Returns: The file with its text, and the line and column.
    package func source(of pointer: String) -> (file: String, text: [UInt8], line: Int, column: Int)? {
        guard let bundle else { return nil }
        let place = bundle.place(of: pointer)
        return (place.file, bundle.text(of: place.file), place.line, place.column)
    }
}
