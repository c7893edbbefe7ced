import Foundation
import JourneyBase
import JourneyWeb
import Synchronization

/// Writes a picture of what the window shows, numbered in the order of the steps.
final class ShotWriter: Sendable {
    private let folder: String
    private let tell: EventSinkFunction
    private let count: Mutex<Int>

    /// Takes the event `shot` with its `step` and `file`, or a `notice` with a `text`.
    typealias EventSinkFunction = @Sendable (_ event: String, _ attributes: [String: JSONValue]) -> Void

    init(folder: String, tell: @escaping EventSinkFunction) throws {
        self.folder = folder
        self.tell = tell
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A run that is taken up again goes on with the numbers of the one that was left.
        let shots = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".png") }
        count = Mutex(shots.compactMap { Int($0.prefix { $0 != "-" }) }.max() ?? 0)
    }

    /// Pictures `container` as `NN-step.png`, or under the `name` that is given. A page that cannot be pictured is no reason to
    /// stop the journey.
    ///
    /// - Returns: The picture's path, or `nil` when there is none.
    @discardableResult
    func shoot(_ container: WebKitContainer, step: String, name: String? = nil) async -> String? {
        guard let picture = try? await container.snapshot() else { return nil }
        return keep(picture, step: step, name: name)
    }

    /// Writes a picture (PNG) as `NN-step.png`, or under the `name` that is given.
    ///
    /// - Returns: The picture's path, or `nil` when it could not be written.
    @discardableResult
    func keep(_ picture: [UInt8], step: String, name: String? = nil) -> String? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let file = "\(number < 10 ? "0" : "")\(number)-\(name ?? step).png"
        do {
            try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
            tell("shot", ["step": .string(step), "file": .string(file)])
            return "\(folder)/\(file)"
        } catch {
            tell("notice", ["text": .string("\(file) could not be written.")])
            return nil
        }
    }
}
