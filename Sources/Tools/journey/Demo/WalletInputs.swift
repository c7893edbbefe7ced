import Foundation
import JourneyBase
import JourneyHarness

/// Files of a wallet demo that hold secrets or are only for the command, in a private folder that is removed with the demo.
struct WalletInputs: Sendable {
    let folder: String
    let faults: String?
    let faces: (smile: String, blink: String)?
    private let branch: WalletBranch

    var sandbox: String { folder + "/sandbox.json" }
    var answers: String { folder + "/answers.json" }
    /// The file to which the sandbox writes the codes.
    var inbox: String { folder + "/inbox" }

    init(_ branch: WalletBranch, stateFolder: String) throws {
        self.branch = branch
        folder = "\(stateFolder)/run-\(Dependencies.system.identifier())"
        faults = branch.faults.map { [folder] _ in folder + "/faults.json" }
        faces = branch.hasFaces ? (folder + "/smile.png", folder + "/blink.png") : nil
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var contents = [(answers, Data(branch.answers.compactBytes))]
        if let faults, let plan = branch.faults { contents.append((faults, Data(plan.compactBytes))) }
        if let faces { contents += [(faces.smile, WalletInputs.picture), (faces.blink, WalletInputs.picture)] }
        for (path, content) in contents {
            guard files.createFile(atPath: path, contents: content, attributes: [.posixPermissions: 0o600]) else {
                remove()
                throw JourneyError(.storeFailed, "\(path) could not be created.")
            }
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Returns every PIN that was entered and every code that was sent.
    func secrets() -> Set<String> {
        let inbox = (try? String(contentsOfFile: inbox, encoding: .utf8)) ?? ""
        let codes = inbox.split { !$0.isNumber }.filter { $0.count == 6 }.map(String.init)
        let typed = (branch.answers["answers"]?.array ?? []).flatMap { answer -> [String] in
            guard answer["screen"] != "identity" else { return [] }
            return answer["values"]?.object?.values.compactMap(\.string) ?? []
        }
        return Set(codes + typed)
    }

    /// A white pixel (PNG) instead of a face.
    private static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
        ?? Data()
}
