import Foundation
import HSBCPartnerSDK
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
    private let counts = Mutex(PressMonitor.Progress(pages: 0, events: 0, messages: 0))

    init(terminal: JourneyCLI.Terminal) {
        self.terminal = terminal
        printer = TimelinePrinter(style: terminal.style)
    }

    /// Reports an event of now. Under the lock, so that lines keep the order of their times.
    func record(_ name: String, _ attributes: [String: JSONValue]) {
        count(name, attributes)
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

    /// What the run has done so far, for whoever waits for it to go on.
    var progress: PressMonitor.Progress { counts.withLock { $0 } }

    private func count(_ name: String, _ attributes: [String: JSONValue]) {
        counts.withLock { counts in
            switch name {
            // What the autopilot itself does is no progress, nor what the run tells the page of itself.
            case "act", "shot", "notice": return
            case "bridge_message" where attributes["direction"] != "in": return
            case "step_enter", "result": counts.pages += 1
            // The page of the step is there, or another one.
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
    /// Reports what the host got.
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

    /// The status that says how a journey ended.
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
            throw CommandError.failed("FILE_UNWRITABLE", "\(path) cannot be written.")
        }
    }
}
