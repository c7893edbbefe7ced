package import JourneyBase

/// A recorded script of events from pages, the bank, plugins, timers and the user, in order. `docs/reference/explain.md` describes the
/// format.
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
    }

    struct Entry: Sendable {
        let happening: ScriptedEvent
        /// A short text for the entry, such as `answer createQuote 201`.
        let words: String
        /// The step that the run must be in. Any other step means that script and manifest no longer match.
        let step: String?
    }

    let session: JSONValue
    let configuration: JSONValue
    let entries: [Entry]

    static let byteLimit = 1 << 20
    static let entryLimit = 10_000

    /// Parses the script file `name`. Throws `JourneyError` with `SCRIPT_INVALID`; its message has file, line and column.
    package init(_ bytes: [UInt8], file name: String) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .scriptInvalid, limits: JSONLimits(bytes: EventScript.byteLimit)
        ) { (document) throws(Refusal) in try EventScript(document) }
    }

    init(_ document: Reading) throws(Refusal) {
        try document.onlyMembers(["session", "config", "events"])
        session = try EventScript.object(document.member("session"))
        configuration = try EventScript.object(document.member("config"))
        entries = try document.required("events")
            .list(atMost: EventScript.entryLimit, "events", EventScript.entry)
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
