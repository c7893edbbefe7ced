/// A problem that lint found in a manifest or its OpenAPI bundle.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable, Comparable {
        /// The journey would not load, or could not end.
        case error
        /// The journey loads, but the author should check this place.
        case warning

        public static func < (a: Severity, b: Severity) -> Bool { a == .error && b == .warning }
    }

    /// The documents that lint checks.
    public enum Document: String, Sendable {
        case manifest, openAPI
    }

    /// The rule that reports the finding. Rule identifiers are stable.
    public let rule: LintRule
    public let severity: Severity
    /// The document that needs the fix.
    public let document: Document
    /// The path of the value, such as `steps.review.on.submit.to`, or `#/paths/~1transfers/post` in the bundle; empty for the
    /// whole document.
    public let path: String
    /// The message, as one sentence.
    public let message: String
    /// The position in the document's source.
    public let place: SourceText.Place

    /// The line, counted from 1.
    public var line: Int { place.line }
    /// The column, counted from 1 in characters.
    public var column: Int { place.column }

    public var description: String { "\(line):\(column): \(severity.rawValue): \(message) [\(rule.rawValue)]" }
}
