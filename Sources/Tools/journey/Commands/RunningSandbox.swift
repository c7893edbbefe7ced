import Foundation
import JourneyBase
import JourneyHarness

/// The note in the state folder of the sandbox that runs, for commands that look for one.
struct RunningSandbox {
    private let path: String
    private let line: Data

    init(_ readiness: SandboxReadiness, in folder: String) throws {
        path = "\(folder)/\(SandboxReadiness.runningFile)"
        line = Data(readiness.json.compactBytes)
        try Support.write(Array(line), to: path)
    }

    /// Takes it away, unless another sandbox has put its own in its place.
    func remove() {
        guard FileManager.default.contents(atPath: path) == line else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
