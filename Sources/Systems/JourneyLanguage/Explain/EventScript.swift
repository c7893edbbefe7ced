public import JourneyBase

/// A recorded script of events: what pages, the bank, plugins, the clock and the person did, one after the other.
/// `docs/reference/explain.md` has the form.
public struct EventScript: Sendable {
    enum Happening: Sendable {
        case page(name: String, payload: JSONValue)
        case answer(operation: String, StateMachine.CallAnswer)
        case plugin(StateMachine.NativeAnswer)
        case stepTimeout
        case journeyTimeout
        case lost(ErrorCode)
        case close
        /// What the bank says of every call that it is asked about.
        case inquiry(StateMachine.CallFate?)
    }

    struct Entry: Sendable {
        let happening: Happening
        /// The entry in a few words, such as `answer createQuote 201`.
        let words: String
        /// Where the run must be; another step means that script and manifest have parted.
        let step: String?
    }

    let session: JSONValue
    let configuration: JSONValue
    let entries: [Entry]

    static let byteLimit = 1 << 20
    static let entryLimit = 10_000

    /// Reads `bytes`, the file `name`. Throws `JourneyError` with `SCRIPT_INVALID`, which names file, line and column.
    public init(_ bytes: [UInt8], file name: String) throws(JourneyError) {
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

    /// What guards see under that name: the script's session, in the language that `journey` chooses for it.
    func session(of journey: Journey) -> JSONValue {
        guard var members = session.object, let tag = members["locale"]?.string else { return session }
        members["locale"] = .string(journey.locale(for: tag))
        return .object(members)
    }

    /// What header templates may name, in a run of `journey`.
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
