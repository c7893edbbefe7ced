import Foundation

/// What a command of the system answered.
public struct CommandResult: Sendable {
    /// The status it ended with.
    public let status: Int32
    /// Both streams, as they came.
    public let bytes: [UInt8]
    /// The same, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Runs a command of the system with nothing on its standard input; both streams come back together.
public func run(_ command: String, _ arguments: [String]) throws -> CommandResult {
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
    return CommandResult(status: process.terminationStatus, bytes: bytes)
}
