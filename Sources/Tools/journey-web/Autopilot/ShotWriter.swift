import Foundation
import JourneyBase
import JourneyWeb
import Synchronization

/// Writes a picture of what the window shows, numbered in the order of the steps.
final class ShotWriter: Sendable {
    private let folder: String
    private let sink: EventSink
    private let count: Mutex<Int>

    init(folder: String, sink: EventSink) throws {
        self.folder = folder
        self.sink = sink
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A run that is taken up again goes on with the numbers of the one that was left.
        let shots = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
        count = Mutex(shots.compactMap { Int($0.prefix { $0 != "-" }) }.max() ?? 0)
    }

    /// Pictures `container` as `NN-step.png`. A page that cannot be pictured is no reason to stop the journey.
    func shoot(_ container: WebKitContainer, step: String) async {
        if let picture = try? await container.snapshot() { keep(picture, step: step) }
    }

    /// Writes a picture (PNG) as `NN-step.png`.
    func keep(_ picture: [UInt8], step: String) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let name = "\(number < 10 ? "0" : "")\(number)-\(step).png"
        do {
            try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            sink.record("shot", ["step": .string(step), "file": .string(name)])
        } catch {
            sink.record("notice", ["text": .string("\(name) could not be written.")])
        }
    }
}
