import Foundation
import TestSupport

/// A folder of one test, gone when the test lets go.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "journey-crypto-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// Runs the `openssl` command: the oracle of these tests.
func openssl(_ arguments: [String]) throws -> CommandResult {
    try run("openssl", arguments)
}

extension Scratch {
    /// The bytes of a file.
    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}
