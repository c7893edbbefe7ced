import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// A timeline assembled from the output of other processes, and printed as it grows.
final class DemoTimeline: Sendable {
    private let terminal: JourneyCLI.Terminal
    private let start = ContinuousClock.now
    private let state = Mutex(Timeline())

    init(terminal: JourneyCLI.Terminal) { self.terminal = terminal }

    var timeline: Timeline { state.withLock(\.self) }

    func add(_ name: String, _ attributes: [String: JSONValue]) {
        let took = start.duration(to: .now).components
        let at = Int(took.seconds * 1_000 + took.attoseconds / 1_000_000_000_000_000)
        let event = TimelineEvent(at: at, name: name, attributes: attributes)
        state.withLock { $0.append(event) }
        if !terminal.isJSON, let line = TimelinePrinter(style: terminal.style).line(for: event) { terminal.data(line) }
    }
}
