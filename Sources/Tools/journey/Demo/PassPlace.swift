import Foundation
import JourneyBase

/// Files of a pass's demo that are only for its commands, in a private folder that goes with the demo: where the sandbox is,
/// with what opens it, and the wallet.
struct PassPlace: Sendable {
    let folder: String
    var sandbox: String { folder + "/sandbox.json" }
    var wallet: String { folder + "/wallet" }

    init(in stateFolder: String) throws {
        folder = "\(stateFolder)/run-\(Surroundings.system.identifier())"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
