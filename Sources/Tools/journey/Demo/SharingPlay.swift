import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// Converts the output of both sides to one timeline.
final class SharingPlay: Sendable {
    enum Side: String { case holder, reader }

    private struct State {
        var request: JSONValue?
        var endings: [Side: JSONValue] = [:]
    }

    private let events: DemoTimeline
    private let state = Mutex(State())
    private let codes: AsyncStream<String>
    private let shown: AsyncStream<String>.Continuation

    init(terminal: JourneyCLI.Terminal) {
        events = DemoTimeline(terminal: terminal)
        (codes, shown) = AsyncStream.makeStream()
    }

    var timeline: Timeline { events.timeline }
    /// The request that the user saw.
    var request: JSONValue? { state.withLock(\.request) }
    /// Returns the result that a side reported.
    func ending(of side: Side) -> JSONValue? { state.withLock { $0.endings[side] } }

    /// Returns the code's address once the holder shows it, or `nil` if the holder ends first.
    func address() async -> String? {
        for await code in codes { return code }
        return nil
    }

    func closeCode() { shown.finish() }

    func note(_ text: String) { add("notice", ["text": .string(text)]) }

    func finish(isGood: Bool) { add("result", ["outcome": .string(isGood ? "completed" : "failed")]) }

    /// Processes a line of JSON output of a side.
    func receive(_ line: String, from side: Side) {
        guard let value = try? JSONReader.read(Array(line.utf8), limits: JSONLimits(bytes: 8 << 20)) else { return }
        switch value["event"]?.string {
        case "code": if let address = value["address"]?.string { shown.yield(address) }
        case "shot": picture(value, side)
        case "request":
            state.withLock { $0.request = value }
            let items = value["items"]?.array?.compactMap { $0["label"]?.string } ?? []
            add("screen", ["title": value["title"] ?? .null, "text": .string(items.joined(separator: "\n"))])
        case "consent":
            let items = value["allowed"]?.array?.compactMap { $0.string?.split(separator: "/").last.map(String.init) }
            let words = items.map { $0.isEmpty ? "allows nothing" : "allows \($0.joined(separator: ", "))" }
            add("act", ["text": .string(words ?? "")])
        case "result":
            state.withLock { $0.endings[side] = value }
            note("The \(side.rawValue)’s process ended: \(value["outcome"]?.string ?? "").")
        default: break
        }
    }

    /// Adds a screenshot as a step; later events belong to it until the next one.
    private func picture(_ value: JSONValue, _ side: Side) {
        let step = "\(side == .holder ? "Holder" : "Reader"): \(value["title"]?.string ?? "")"
        add("step_enter", ["step": .string(step)])
        add("shot", ["step": .string(step), "file": value["file"] ?? .null])
    }

    private func add(_ name: String, _ attributes: [String: JSONValue]) { events.add(name, attributes) }
}
