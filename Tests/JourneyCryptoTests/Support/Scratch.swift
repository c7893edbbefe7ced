import Foundation

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
func openssl(_ arguments: [String]) throws -> (status: Int32, text: String, bytes: [UInt8]) {
    try run("openssl", arguments)
}

/// Runs a command of the system; both streams come back together.
func run(_ command: String, _ arguments: [String]) throws -> (status: Int32, text: String, bytes: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self), bytes)
}

extension Scratch {
    /// The bytes of a file.
    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}
