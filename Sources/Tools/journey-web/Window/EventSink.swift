import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCLI
import JourneyHarness
import Synchronization

/// The destination of events: printed as they happen, as JSON lines or plain text, and finally written to a file.
final class EventSink: Sendable {
    private let terminal: JourneyCLI.Terminal
    private let printer: TimelinePrinter
    private let start = ContinuousClock.now
    /// Receives the events too; `nil` without `--trace`.
    let trace: TraceRecorder?
    private let recorded = Mutex(Timeline())
    private let counts = Mutex(PressMonitor.Progress(pages: 0, events: 0, messages: 0))

    /// Creates a sink. `showsConsole` prints the pages' console and requests, and not only their faults.
    init(terminal: JourneyCLI.Terminal, showsConsole: Bool, trace: TraceRecorder? = nil) {
        self.terminal = terminal
        self.trace = trace
        printer = TimelinePrinter(style: terminal.style, showsConsole: showsConsole)
    }

    /// Records a current event. The lock keeps the lines in the order of their times.
    func record(_ name: String, _ attributes: [String: JSONValue]) {
        count(name, attributes)
        trace?.record(name, attributes)
        recorded.withLock { timeline in
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

    var timeline: Timeline { recorded.withLock { $0 } }

    /// The run's progress so far, used to detect whether it advances.
    var progress: PressMonitor.Progress { counts.withLock { $0 } }

    private func count(_ name: String, _ attributes: [String: JSONValue]) {
        counts.withLock { counts in
            switch name {
            // The autopilot's own actions, messages to the page and what an observer sees are not progress.
            case "act", "shot", "notice", "page": return
            case "bridge_message" where attributes["direction"] != "in": return
            case "step_enter", "result": counts.pages += 1
            // The page of the step, or another one, has opened.
            case "bridge_message" where attributes["name"] == "bridge_hello": counts.pages += 1
            case "bridge_message":
                counts.messages += 1
                counts.events += 1
            default: counts.events += 1
            }
        }
    }
}

extension EventSink {
    /// Records the host's result.
    func report(_ result: JourneyResult) {
        switch result {
        case .completed(let payload): record("host", ["outcome": "completed", "payload": .object(payload)])
        case .pending(let payload): record("host", ["outcome": "pending", "payload": .object(payload)])
        case .cancelled: record("host", ["outcome": "cancelled"])
        case .failed(let code, let message, let recoverable):
            record(
                "host",
                [
                    "outcome": "failed", "code": .string(code), "message": .string(message),
                    "recoverable": .bool(recoverable),
                ])
        }
    }

    /// Returns the exit status for a journey's result.
    static func status(of result: JourneyResult) -> CommandStatus {
        switch result {
        case .completed, .pending: .done
        case .cancelled: .failed
        case .failed(let code, let message, _): CommandError(JourneyError(ErrorCode(rawValue: code), message)).status
        }
    }

    func write(to path: String) throws {
        let bytes = Data(timeline.json.compactBytes)
        do { try bytes.write(to: URL(fileURLWithPath: path)) } catch {
            throw CommandError.failed(.fileUnwritable, "\(path) could not be written: \(error.localizedDescription)")
        }
    }
}
