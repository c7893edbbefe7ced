/// Something that lint has to say about a manifest or its OpenAPI bundle.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable, Comparable {
        /// The journey would not load, or could not end.
        case error
        /// It loads, but somebody should look.
        case warning

        package static func < (a: Severity, b: Severity) -> Bool { a == .error && b == .warning }
    }

    /// The documents that are looked over.
    package enum Document: String, Sendable {
        case manifest, openAPI
    }

    /// Which rule; stable.
    package let rule: LintRule
    package let severity: Severity
    /// Where it has to be mended.
    package let document: Document
    /// Such as `steps.review.on.submit.to`, or `#/paths/~1transfers/post` in the bundle; empty for the whole document.
    package let path: String
    /// One sentence.
    package let message: String
    /// In the document as it is written.
    package let place: SourceText.Place

    /// From 1.
    package var line: Int { place.line }
    /// From 1, in characters.
    package var column: Int { place.column }

    package var description: String { "\(line):\(column): \(severity.rawValue): \(message) [\(rule.rawValue)]" }
}
