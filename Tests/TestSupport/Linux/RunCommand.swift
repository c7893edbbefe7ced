import CSystem
import Glibc
import JourneyBase

/// The result of a system command.
public struct CommandResult: Sendable {
    /// The exit status; 128 plus the signal's number if a signal ended the command.
    public let status: Int32
    /// The output of both streams, interleaved.
    public let bytes: [UInt8]
    /// The output as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Runs a system command with empty standard input.
///
/// - Parameters:
///   - command: The command, which is looked up in PATH.
///   - arguments: The arguments.
/// - Returns: The result.
/// - Throws: `SERVER_ERROR` with the system's cause if the command can't be started.
public func run(_ command: String, _ arguments: [String]) throws -> CommandResult {
    let running = try RunningCommand(command, arguments)
    running.closeInput()
    return running.finish()
}

/// A running command, with both output streams in one pipe.
///
/// It doesn't use Foundation's `Process`, which reads beyond the end of a directory entry and crashes with a thousand open
/// descriptors.
public final class RunningCommand {
    private let id: pid_t
    private var input: Int32?
    private let output: Int32

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: The command, which is looked up in PATH.
    ///   - arguments: The arguments.
    /// - Throws: `SERVER_ERROR` with the system's cause.
    public init(_ command: String, _ arguments: [String]) throws {
        var (inputs, outputs): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard csystem_pipe(&inputs) == 0 else { throw RunningCommand.failure("pipe2", errno) }
        defer { close(inputs[0]) }
        guard csystem_pipe(&outputs) == 0 else {
            let number = errno
            close(inputs[1])
            throw RunningCommand.failure("pipe2", number)
        }
        defer { close(outputs[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outputs[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outputs[1], STDERR_FILENO)
        csystem_close_from(&actions, STDERR_FILENO + 1)
        let words = (["env", command] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let status = posix_spawn(&id, "/usr/bin/env", &actions, nil, words, environ)
        guard status == 0 else {
            close(inputs[1])
            close(outputs[0])
            throw RunningCommand.failure("posix_spawn of \(command)", status)
        }
        (self.id, input, output) = (id, inputs[1], outputs[0])
    }

    private static func failure(_ call: String, _ number: Int32) -> JourneyError {
        JourneyError(.serverError, "\(call) failed: \(String(cString: strerror(number))).")
    }

    /// Reads available output, at least one byte; empty at the end.
    public func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = Glibc.read(output, &bytes, bytes.count)
        while count < 0, errno == EINTR { count = Glibc.read(output, &bytes, bytes.count) }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Writes `text` to the command's standard input.
    public func write(_ text: String) {
        guard let input else { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the command's standard input.
    public func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Reads the remaining output and waits for the command's end.
    public func finish() -> CommandResult {
        var bytes: [UInt8] = []
        while case let more = read(), !more.isEmpty { bytes += more }
        close(output)
        var raw: Int32 = 0
        while waitpid(id, &raw, 0) < 0, errno == EINTR {}
        closeInput()
        return CommandResult(status: raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F), bytes: bytes)
    }
}
