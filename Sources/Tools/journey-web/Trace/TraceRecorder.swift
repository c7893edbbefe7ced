import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyHarness
import JourneyLanguage
import JourneyTrace
import JourneyWeb
import Synchronization

/// Records a development run for `--trace`: the machine, the requests, the events, and pictures and snapshots of pages.
final class TraceRecorder: Sendable {
    private let start = ContinuousClock.now
    private let snapshotScript: String
    private let writer: Mutex<TraceWriter>
    /// The largest snapshot that is read, in bytes.
    private static let largest = 4 << 20

    init(journey: String) throws {
        snapshotScript = try PageScripts().snapshot
        var writer = TraceWriter(title: journey)
        writer.header.made = RFC3339.text(Date())
        self.writer = Mutex(writer)
    }

    private var now: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }

    /// Records an event of the timeline. Pictures are recorded as they are taken.
    func record(_ name: String, _ attributes: [String: JSONValue]) {
        guard name != "shot" else { return }
        writer.withLock { $0.append(TimelineEvent(at: now, name: name, attributes: attributes)) }
    }

    /// The observer of the run, for the host.
    var observer: RunObserver { RunObserver { [self] in receive($0) } }

    private func receive(_ record: RunObserver.Record) {
        writer.withLock { writer in
            switch record {
            case .began(let journey):
                writer.header.journey = (
                    journey.id.rawValue, journey.sequence, Hex.encode(journey.manifestHash)
                )
                writer.header.outline = JourneyOutline(of: journey)
            case .handled(let record):
                for line in record.lines { append(line, to: &writer) }
                if let outcome = record.outcome { writer.header.outcome = TraceRecorder.name(of: outcome) }
            case .exchanged(let line): append(line, to: &writer)
            }
        }
    }

    private func append(_ line: JSONValue, to writer: inout TraceWriter) {
        guard var members = line.object, let kind = members["kind"]?.string else { return }
        members["kind"] = nil
        writer.append(TraceLine(at: now, kind: kind, members: members))
    }

    private static func name(of outcome: Outcome<JSONValue>) -> String {
        switch outcome {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }

    /// Records a picture of `container` and a snapshot of its DOM.
    func add(_ picture: [UInt8], of container: WebKitContainer, step: String) async {
        let at = now
        writer.withLock { $0.addPicture(picture, step: step, at: at) }
        guard let text = await container.evaluate(snapshotScript, world: "journey-snapshot"),
            text.utf8.count <= TraceRecorder.largest,
            let snapshot = try? JSONReader.read(
                Array(text.utf8), limits: JSONLimits(bytes: TraceRecorder.largest, depth: 8, values: 200_000))
        else { return }
        writer.withLock { $0.addSnapshot(snapshot, step: step, at: at) }
    }

    /// Writes the trace. `error` is the reason why the run did not end by itself.
    func write(to path: String, error: (any Error)?) throws {
        try writer.withLock { writer in
            if let error {
                let known = error as? JourneyError
                writer.append(
                    TimelineEvent(
                        at: now, name: "error",
                        attributes: [
                            "code": .string(known?.code.rawValue ?? "\(type(of: error))"),
                            "message": .string(known?.message ?? "\(error)"),
                        ]))
            }
            try writer.write(to: path)
        }
    }
}
