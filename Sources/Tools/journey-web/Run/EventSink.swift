import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// Where events go as they happen: one line of JSON each, or plain words, and in the end a file.
final class EventSink: Sendable {
    private let terminal: JourneyCLI.Terminal
    private let printer: TimelinePrinter
    private let start = ContinuousClock.now
    private let kept = Mutex(Timeline())

    init(terminal: JourneyCLI.Terminal) {
        self.terminal = terminal
        printer = TimelinePrinter(style: terminal.style)
    }

    /// Reports an event of now. Under the lock, so that lines keep the order of their times.
    func record(_ name: String, _ attributes: [String: JSONValue]) {
        kept.withLock { timeline in
            let event = TimelineEvent(
                at: Int((ContinuousClock.now - start) / .milliseconds(1)), name: name, attributes: attributes)
            timeline.append(event)
            if terminal.isJSON {
                terminal.json(event.json)
            } else if let line = printer.line(for: event) {
                terminal.data(line)
            }
        }
    }

    var timeline: Timeline { kept.withLock { $0 } }
}
