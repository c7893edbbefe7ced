import Foundation
import JourneyBase
import JourneyHarness

/// Input files for the pages' process, in a folder that is removed after the run.
struct DemoInputs: Sendable {
    let sandbox: String
    /// The host's store: a new installation for each run.
    var store: String { folder + "/store" }
    /// The pass wallet, for the demo that has one.
    var wallet: String { folder + "/wallet" }
    /// The trace that the pages' process writes.
    var trace: String { folder + "/trace.zip" }
    private let folder: String

    init(sandbox readiness: SandboxReadiness, stateFolder: String) throws {
        folder = "\(stateFolder)/run-\(Dependencies.system.identifier())"
        sandbox = folder + "/sandbox.json"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Support.write(readiness.json.compactBytes, to: sandbox)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
