import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyWeb
import Synchronization

/// Observes the pages of a run: records what they say and load, and ends the run of a page that does not connect to the bridge.
final class PageObservation: Sendable {
    private let sink: EventSink
    private let patience: Duration
    private let start = ContinuousClock.now
    private let watch: Mutex<ConnectionWatch>

    init(patience: Duration, sink: EventSink) {
        self.patience = patience
        self.sink = sink
        watch = Mutex(ConnectionWatch(patience: patience))
    }

    /// Has the pages of `host` observed. `stop` ends the run.
    func observe(_ host: inout JourneyHost, stop: @escaping @Sendable (any Error) -> Void) throws {
        let make = host.makeContainer
        let scripts = try PageScripts()
        host.makeContainer = { [self] policy, trust in
            let container = try await make(policy, trust)
            if let engine = container as? WebKitContainer {
                await PageObserver.attach(
                    to: engine, observerScript: scripts.observer, consoleScript: scripts.console
                ) { [self] note in receive(note, stop: stop) }
            }
            return container
        }
    }

    /// Records that the page has connected to the bridge.
    func connected() { watch.withLock { $0.connected() } }

    private func receive(_ note: PageReport, stop: @escaping @Sendable (any Error) -> Void) {
        if let attributes = note.attributes { sink.record("page", attributes) }
        let time = ContinuousClock.now - start
        watch.withLock { $0.handle(note, at: time) }
        switch note {
        case .committed, .loaded: Task { await self.follow(stop: stop) }
        default: break
        }
    }

    /// Waits until the open page has connected, is reported, or ends the run.
    private func follow(stop: @Sendable (any Error) -> Void) async {
        while true {
            switch watch.withLock({ $0.verdict(at: ContinuousClock.now - start) }) {
            case .none: return
            case .wait(let time): try? await ContinuousClock().sleep(until: start + time)
            case .report(let text): sink.record("notice", ["text": .string(text)])
            case .end(let text): return stop(CommandError.failed(.pageNotConnected, text))
            }
        }
    }
}

extension PageReport {
    /// The members of its event in a timeline; `nil` for a note that is only watched.
    var attributes: [String: JSONValue]? {
        switch self {
        case .console(let level, let text): ["kind": "console", "level": .string(level), "text": .string(text)]
        case .error(let text, let place, let stack):
            filled(["kind": "error", "text": .string(text)], place: place, stack: stack)
        case .rejection(let text, let stack): filled(["kind": "rejection", "text": .string(text)], stack: stack)
        case .violation(let directive, let blocked, let place):
            filled(
                ["kind": "violation", "directive": .string(directive), "blocked": .string(blocked)], place: place)
        case .answered(let exchange, let status, let type):
            exchange.attributes.merging(
                [
                    "kind": "request", "status": .number(JSONNumber(Int64(status))),
                    "type": type.map { .string($0) } ?? .null,
                ]
            ) { $1 }
        case .failed(let exchange, let reason):
            exchange.attributes.merging(["kind": "request", "reason": .string(reason)]) { $1 }
        case .committed(let url): ["kind": "committed", "url": .string(url)]
        case .unresponsive: ["kind": "unresponsive"]
        case .dropped: ["kind": "dropped"]
        case .loaded: nil
        }
    }

    private func filled(
        _ members: [String: JSONValue], place: Place? = nil, stack: String? = nil
    ) -> [String: JSONValue] {
        var members = members
        if let place { members["place"] = .string(place.description) }
        if let stack { members["stack"] = .string(stack) }
        return members
    }
}

extension PageReport.Exchange {
    fileprivate var attributes: [String: JSONValue] {
        [
            "method": .string(method), "url": .string(url),
            "milliseconds": .number(JSONNumber(Int64(milliseconds))),
        ]
    }
}
