import Foundation
import JourneyBase
import JourneyWeb
import Synchronization

/// Writes screenshots, numbered in the order of the steps.
final class ShotWriter: Sendable {
    /// The folder of the files; `nil` records pictures in the trace only.
    let folder: String?
    private let trace: TraceRecorder?
    private let record: EventSinkFunction
    private let count: Mutex<Int>

    /// Receives the event `shot` with its `step` and `file`, or a `notice` with a `text`.
    typealias EventSinkFunction = @Sendable (_ event: String, _ attributes: [String: JSONValue]) -> Void

    init(folder: String?, trace: TraceRecorder? = nil, record: @escaping EventSinkFunction) throws {
        self.folder = folder
        self.trace = trace
        self.record = record
        guard let folder else {
            count = Mutex(0)
            return
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A resumed run continues the numbering of the suspended one.
        let shots = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
        count = Mutex(shots.compactMap { Int($0.prefix { $0 != "-" }) }.max() ?? 0)
    }

    /// Captures `container` as `NN-step.png`, or under `name` if given. A failure does not stop the journey.
    ///
    /// - Returns: The screenshot's path, or `nil` if it failed.
    @discardableResult
    func shoot(_ container: WebKitContainer, step: String, name: String? = nil) async -> String? {
        guard let picture = try? await container.snapshot() else { return nil }
        await trace?.add(picture, of: container, step: step)
        return write(picture, step: step, name: name)
    }

    /// Writes a PNG as `NN-step.png`, or under `name` if given.
    ///
    /// - Returns: The file's path, or `nil` if it could not be written.
    @discardableResult
    func write(_ picture: [UInt8], step: String, name: String? = nil) -> String? {
        guard let folder else { return nil }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let file = "\(number < 10 ? "0" : "")\(number)-\(name ?? step).png"
        do {
            try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
            record("shot", ["step": .string(step), "file": .string(file)])
            return "\(folder)/\(file)"
        } catch {
            record("notice", ["text": .string("\(file) could not be written: \(error.localizedDescription)")])
            return nil
        }
    }
}
