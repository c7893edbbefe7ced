/// Something that lint has to say about a manifest.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable, Comparable {
        /// The journey would not load, or could not end.
        case error
        /// It loads, but somebody should look.
        case warning

        public static func < (a: Severity, b: Severity) -> Bool { a == .error && b == .warning }
    }

    /// Which rule; stable.
    public let rule: LintRule
    public let severity: Severity
    /// Such as `steps.review.on.submit.to`; empty for the whole document.
    public let path: String
    /// One sentence.
    public let message: String
    /// From 1.
    public let line: Int
    /// From 1, in bytes.
    public let column: Int

    public var description: String { "\(line):\(column): \(severity.rawValue): \(message) [\(rule.rawValue)]" }
}

/// The rules of lint, by their stable codes.
public enum LintRule: String, Sendable, CaseIterable {
    /// Not strict JSON.
    case invalidJSON = "JSON_INVALID"
    /// One object has a member twice.
    case duplicateMember = "DUPLICATE_MEMBER"
    /// A member that the grammar does not have; a misspelt one is named.
    case unknownMember = "UNKNOWN_MEMBER"
    /// An allowed origin that is not https.
    case httpOrigin = "HTTP_ORIGIN"
    /// An allowed origin with a wildcard.
    case wildcardOrigin = "WILDCARD_ORIGIN"
    /// A step that no event leads to.
    case unreachableStep = "UNREACHABLE_STEP"
    /// A step from which no terminal step can be reached.
    case noWayOut = "NO_WAY_OUT"
    /// A target that is no step.
    case unknownTarget = "UNKNOWN_TARGET"
    /// Guards without a transition for when none is true.
    case missingDefault = "MISSING_DEFAULT"
    /// A guard that does not compile.
    case invalidGuard = "GUARD_INVALID"
    /// A terminal step with transitions, bindings or a timeout.
    case terminalWithEdges = "TERMINAL_WITH_EDGES"
    /// A terminal step of 1.2 that leaves its outcome to the default.
    case missingOutcome = "MISSING_OUTCOME"
    /// A step in which the customer could wait for ever.
    case missingTimeout = "MISSING_TIMEOUT"
    /// A timeout that nothing handles.
    case unhandledTimeout = "TIMEOUT_UNHANDLED"
    /// The manifest raises an event that only the engine or the bridge raises.
    case reservedEvent = "RESERVED_EVENT"
    /// The step waits for an event that nothing raises in a step of its type.
    case eventNeverRaised = "EVENT_NEVER_RAISED"
    /// A path into the payload of an event whose payload is always empty.
    case emptyPayload = "PAYLOAD_EMPTY"
    /// A call without page whose success or failure nothing handles.
    case unhandledCall = "CALL_UNHANDLED"
    /// A call without page that is no mere question and whose operation takes no idempotency key.
    case unkeyedCall = "CALL_WITHOUT_KEY"
    /// An event whose handling raises it again.
    case emitLoop = "EMIT_LOOP"
    /// A page may use a method that no known plugin has.
    case unknownMethod = "METHOD_UNKNOWN"
    /// A page may use a method that none of the given pages mentions.
    case unusedMethod = "METHOD_UNUSED"
    /// A name that says it holds card data, a PIN, a password or a one-time code; those have no place in a journey.
    case sensitiveField = "SENSITIVE_FIELD"
    /// Not of the shape that the published schema gives manifests: the loader's code.
    case shape = "MANIFEST_INVALID"
    /// Everything else that the loader refuses, in the loader's words.
    case refused = "REFUSED_AT_LOAD"
}
