/// Something that lint has to say about a manifest or its OpenAPI bundle.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable, Comparable {
        /// The journey would not load, or could not end.
        case error
        /// It loads, but somebody should look.
        case warning

        public static func < (a: Severity, b: Severity) -> Bool { a == .error && b == .warning }
    }

    /// The documents that are looked over.
    public enum Document: String, Sendable {
        case manifest, openAPI
    }

    /// Which rule; stable.
    public let rule: LintRule
    public let severity: Severity
    /// Where it has to be mended.
    public let document: Document
    /// Such as `steps.review.on.submit.to`, or `#/paths/~1transfers/post` in the bundle; empty for the whole document.
    public let path: String
    /// One sentence.
    public let message: String
    /// In the document as it is written.
    package let place: SourceText.Place

    /// From 1.
    public var line: Int { place.line }
    /// From 1, in characters.
    public var column: Int { place.column }

    public var description: String { "\(line):\(column): \(severity.rawValue): \(message) [\(rule.rawValue)]" }
}
