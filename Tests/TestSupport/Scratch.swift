import Foundation

/// A folder of one test that only its owner may read, gone when the test lets go.
public final class Scratch: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "journey-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    public func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }

    /// Writes a file and gives its path.
    public func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path + "/" + name))) }
}
