import Synchronization

/// What a program has left in each place where it leaves something.
///
/// `Sink` is the list of those places. A test says which of them its run reaches, and `unreached` names those that nothing
/// came to: a sink that nobody collects is found out.
public final class CanarySinks: Sendable {
    public enum Sink: String, CaseIterable, Sendable, CustomStringConvertible {
        /// Lines of the app's log.
        case log
        /// Lines of the servers' logs, one of which is for each request.
        case accessLog
        /// What the host's listener is told.
        case event
        /// The code, message and text of each error.
        case error
        /// What the host gets in the end.
        case result
        /// Values as `String(describing:)`, `debugDescription`, `dump` and `Mirror` show them.
        case description
        /// Whatever was written to the device's store, kept or not.
        case store
        /// Bodies of telemetry on their way.
        case telemetry
        /// Trace context of requests.
        case trace
        /// Addresses that were asked for and shown.
        case address
        /// Bodies with which the gateway and the bank refuse.
        case problem
        /// What the bridge answers to what it refuses.
        case bridgeRefusal
        /// The bytes of the gateway's database.
        case gatewayDatabase
        /// The journey's timeline, and the report made of it.
        case report
        /// What the runtime prints of a process that dies.
        case crash

        public var description: String { rawValue }
    }

    private let held = Mutex<[Sink: [UInt8]]>([:])

    public init() {}

    /// Adds to a sink.
    public func add(_ sink: Sink, _ bytes: some Sequence<UInt8>) {
        held.withLock { $0[sink, default: []] += Array(bytes) + [0x0A] }
    }

    /// Adds to a sink.
    public func add(_ sink: Sink, _ text: String) { add(sink, text.utf8) }

    /// Adds all that a value says of itself, to whoever asks it in whatever way.
    public func describe(_ value: some Any, in sink: Sink = .description) {
        add(sink, String(describing: value))
        add(sink, String(reflecting: value))
        var dumped = ""
        dump(value, to: &dumped)
        add(sink, dumped)
        // `dump` writes the elements of an array below each other, so that bytes would not be found as a list.
        let lines = dumped.split(separator: "\n").map { String($0.drop { " -▿".contains($0) }) }
        add(sink, lines.joined(separator: ","))
        // A mirror's children, which `dump` leaves out where a type describes itself.
        add(sink, CanarySinks.mirrored(value, depth: 8))
    }

    private static func mirrored(_ value: Any, depth: Int) -> String {
        let children = Mirror(reflecting: value).children
        guard depth > 0, !children.isEmpty else { return "\(value)" }
        return children.map { child in
            (child.label.map { $0 + ": " } ?? "") + mirrored(child.value, depth: depth - 1)
        }.joined(separator: ",")
    }

    /// What came to a sink.
    public func bytes(_ sink: Sink) -> [UInt8] { held.withLock { $0[sink] ?? [] } }

    /// Those of `sinks` to which nothing came.
    public func unreached(_ sinks: Set<Sink>) -> [Sink] {
        sinks.filter { bytes($0).isEmpty }.sorted { "\($0)" < "\($1)" }
    }

    /// Each secret that is in a sink, with the sink and the form.
    public func leaks(of canary: Canary) -> [String] {
        Sink.allCases.flatMap { sink in canary.findings(in: bytes(sink)).map { "\(sink): \($0)" } }
    }
}
