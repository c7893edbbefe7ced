package import JourneyBase

/// A script of events from pages, the bank, plugins, timers and the user, in order, and of what the run is expected to do.
/// `docs/reference/scenarios.md` describes the format.
package struct EventScript: Sendable {
    enum ScriptedEvent: Sendable {
        case page(name: String, payload: JSONValue)
        case answer(operation: String, StateMachine.CallAnswer)
        case plugin(StateMachine.NativeAnswer)
        case stepTimeout
        case journeyTimeout
        case lost(ErrorCode)
        case close
        /// The fate that the bank reports for every call it is asked about.
        case inquiry(StateMachine.CallFate?)
        /// The next tries of an operation's calls end otherwise than its own replies.
        case fault(operation: String, ScriptedReply, times: Int)
        /// Time passes.
        case advance(Duration)
        /// The app is killed, started again and resumes the run.
        case kill
        case expect(Expectation)

        /// `true` if the entry only looks at the run.
        var isExpectation: Bool { if case .expect = self { true } else { false } }
    }

    struct Entry: Sendable {
        let happening: ScriptedEvent
        /// A short text for the entry, such as `answer createQuote 201`.
        let words: String
        /// The step that the run must be in. Any other step means that script and manifest no longer match.
        let step: String?
    }

    /// The title of the script, for reports; `nil` if it has none.
    package let name: String?
    let session: JSONValue
    let configuration: JSONValue
    /// The time at which the run starts.
    let start: ExpressionTimestamp?
    /// The bank's own replies to calls, by operation.
    let replies: [String: [ScriptedReply]]
    let entries: [Entry]

    package static let byteLimit = 1 << 20
    static let entryLimit = 10_000

    /// Parses the script file `name`. Throws `JourneyError` with `SCRIPT_INVALID`; its message has file, line and column.
    package init(_ bytes: [UInt8], file name: String) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .scriptInvalid, limits: JSONLimits(bytes: EventScript.byteLimit)
        ) { (document) throws(Refusal) in try EventScript(document) }
    }

    /// Reads a script from a value. Throws `JourneyError` with `SCRIPT_INVALID`.
    init(_ value: JSONValue) throws(JourneyError) {
        self = try reporting { () throws(Refusal) in try EventScript(Reading(value, code: .scriptInvalid)) }
    }

    /// Parses the file `name` with one script, or with several below `scenarios`. Those have what the file's other members give,
    /// unless they give it themselves. Throws `JourneyError` with `SCRIPT_INVALID`; its message has file, line and column.
    package static func all(in bytes: [UInt8], file name: String) throws(JourneyError) -> [EventScript] {
        try JSONFile.read(bytes, name: name, code: .scriptInvalid, limits: JSONLimits(bytes: byteLimit)) {
            (document) throws(Refusal) in try all(in: document)
        }
    }

    /// Reads one or several scripts from a value, such as a file in YAML. Throws `JourneyError` with `SCRIPT_INVALID`.
    package static func all(in value: JSONValue) throws(JourneyError) -> [EventScript] {
        try reporting { () throws(Refusal) in try all(in: Reading(value, code: .scriptInvalid)) }
    }

    private static let scriptLimit = 1_000
    /// The members that all scripts of a file may share.
    private static let common: Set<String> = ["session", "config", "now", "replies"]

    private static func all(in document: Reading) throws(Refusal) -> [EventScript] {
        guard let list = document.member("scenarios") else { return [try EventScript(document)] }
        try document.onlyMembers(common.union(["scenarios"]))
        return try list.list(atMost: scriptLimit, "scenarios") { (script) throws(Refusal) in
            try EventScript(script, sharing: document)
        }
    }

    private init(_ document: Reading, sharing shared: Reading? = nil) throws(Refusal) {
        try document.onlyMembers(EventScript.common.union(["name", "events"]))
        func member(_ name: String) -> Reading? { document.member(name) ?? shared?.member(name) }
        name = try document.member("name").map { (member) throws(Refusal) in try member.text() }
        session = try EventScript.object(member("session"))
        configuration = try EventScript.object(member("config"))
        start = try EventScript.time(member("now"))
        replies = try EventScript.replies(shared?.member("replies"))
            .merging(EventScript.replies(document.member("replies"))) { $1 }
        entries = try document.required("events")
            .list(atMost: EventScript.entryLimit, "events", EventScript.entry)
    }

    /// The start of a script without `now`: 1 January 2026.
    private static let standardStart: Int64 = 1_767_225_600

    private static func time(_ reading: Reading?) throws(Refusal) -> ExpressionTimestamp? {
        guard let reading else { return ExpressionTimestamp(seconds: standardStart) }
        return try reading.require(
            ExpressionTimestamp(try reading.text()), "is not a time such as 2026-01-31T12:00:00Z")
    }

    private static func replies(_ reading: Reading?) throws(Refusal) -> [String: [ScriptedReply]] {
        guard let reading else { return [:] }
        try reading.atMost(1_000, "operations")
        var replies: [String: [ScriptedReply]] = [:]
        for (operation, value) in try reading.members() {
            func reply(_ reading: Reading) throws(Refusal) -> ScriptedReply {
                try reading.onlyMembers(Set(ScriptedReply.members))
                return try ScriptedReply(reading, needsEnding: true)
            }
            guard value.value.array != nil else {
                replies[operation] = [try reply(value)]
                continue
            }
            replies[operation] = try value.list(atMost: 100, "replies", reply)
            try value.require(replies[operation]?.isEmpty == false, "is empty")
        }
        return replies
    }

    private static func object(_ reading: Reading?) throws(Refusal) -> JSONValue {
        guard let reading else { return [:] }
        guard reading.value.object != nil else { throw reading.refusal("is not an object") }
        return reading.value
    }

    /// Returns the script's session as guards see it, with the locale that `journey` selects for it, and the key that each run has.
    func session(of journey: Journey) -> JSONValue {
        let session = JSONValue.object(["idempotencyKey": "explained"].merging(session.object ?? [:]) { $1 })
        guard var members = session.object, let tag = members["locale"]?.string else { return session }
        members["locale"] = .string(journey.locale(for: tag))
        return .object(members)
    }

    /// Returns the values of header template variables for a run of `journey`.
    func headerValues(of journey: Journey) -> [HeaderVariable: String] {
        let session = session(of: journey)
        var values: [HeaderVariable: String] = [.sdkVersion: JourneyKitVersion.current]
        for variable in HeaderVariable.allCases {
            let parts = variable.rawValue.split(separator: ".").map(String.init)
            switch parts[0] {
            case "session": values[variable] = session[parts[1]]?.string
            case "config": values[variable] = configuration[parts[1]]?.string
            default: continue
            }
        }
        return values
    }
}
