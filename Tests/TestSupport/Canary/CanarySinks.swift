import Synchronization

/// Collects the output of a program from all places to which it writes.
///
/// `Sink` lists these places. A test states which of them its run reaches; `unreached` returns those that stayed empty, so that a
/// sink that is no longer collected is noticed.
public final class CanarySinks: Sendable {
    public enum Sink: String, CaseIterable, Sendable, CustomStringConvertible {
        /// Lines of the app's log.
        case log
        /// Lines of the servers' logs, one per request.
        case accessLog
        /// Events for the host's listener.
        case event
        /// The code, message and text of each error.
        case error
        /// The result for the host.
        case result
        /// Values as printed by `String(describing:)`, `debugDescription`, `dump` and `Mirror`.
        case description
        /// All data written to the device's store, also if it was removed later.
        case store
        /// Bodies of telemetry requests.
        case telemetry
        /// Trace context of requests.
        case trace
        /// URLs that were requested and shown.
        case address
        /// Bodies of refusals by the gateway and the bank.
        case problem
        /// Answers of the bridge to rejected messages.
        case bridgeRefusal
        /// The bytes of the gateway's database.
        case gatewayDatabase
        /// The journey's timeline, and the report made from it.
        case report
        /// The runtime's output when a process crashes.
        case crash

        public var description: String { rawValue }
    }

    private let held = Mutex<[Sink: [UInt8]]>([:])

    public init() {}

    /// Adds bytes to a sink.
    ///
    /// - Parameters:
    ///   - sink: The sink.
    ///   - bytes: The bytes.
    public func add(_ sink: Sink, _ bytes: some Sequence<UInt8>) {
        held.withLock { $0[sink, default: []] += Array(bytes) + [0x0A] }
    }

    /// Adds text to a sink.
    ///
    /// - Parameters:
    ///   - sink: The sink.
    ///   - text: The text.
    public func add(_ sink: Sink, _ text: String) { add(sink, text.utf8) }

    /// Adds all textual representations of a value to a sink.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - sink: The sink.
    public func describe(_ value: some Any, in sink: Sink = .description) {
        add(sink, String(describing: value))
        add(sink, String(reflecting: value))
        var dumped = ""
        dump(value, to: &dumped)
        add(sink, dumped)
        // `dump` writes the elements of an array on separate lines; joined, a list of bytes can be found.
        let lines = dumped.split(separator: "\n").map { String($0.drop { " -▿".contains($0) }) }
        add(sink, lines.joined(separator: ","))
        // The children of the mirror, which `dump` omits for types with a description of their own.
        add(sink, CanarySinks.mirrored(value, depth: 8))
    }

    private static func mirrored(_ value: Any, depth: Int) -> String {
        let children = Mirror(reflecting: value).children
        guard depth > 0, !children.isEmpty else { return "\(value)" }
        return children.map { child in
            (child.label.map { $0 + ": " } ?? "") + mirrored(child.value, depth: depth - 1)
        }.joined(separator: ",")
    }

    /// Returns the content of a sink.
    public func bytes(_ sink: Sink) -> [UInt8] { held.withLock { $0[sink] ?? [] } }

    /// Returns the empty ones of `sinks`, sorted by name.
    public func unreached(_ sinks: Set<Sink>) -> [Sink] {
        sinks.filter { bytes($0).isEmpty }.sorted { "\($0)" < "\($1)" }
    }

    /// Returns each secret found in a sink, with the sink and the encoding.
    public func leaks(of canary: Canary) -> [String] {
        Sink.allCases.flatMap { sink in canary.findings(in: bytes(sink)).map { "\(sink): \($0)" } }
    }
}
