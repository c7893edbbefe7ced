import Foundation
import JourneyBase
import JourneyHarness

/// A file in the state folder that describes the running sandbox, for other commands.
struct RunningSandbox {
    private let path: String
    private let line: Data

    init(_ readiness: SandboxReadiness, in folder: String) throws {
        path = "\(folder)/\(SandboxReadiness.runningFile)"
        line = Data(readiness.json.compactBytes)
        try Support.write(Array(line), to: path)
    }

    /// Removes the file, unless another sandbox has replaced it.
    func remove() {
        guard FileManager.default.contents(atPath: path) == line else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
