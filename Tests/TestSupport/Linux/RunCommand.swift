import CSystem
import Glibc
import JourneyBase

/// The answer of a command of the system.
public struct CommandResult: Sendable {
    /// The status it ended with; 128 and the signal's number where a signal has ended it.
    public let status: Int32
    /// Both streams, as they came.
    public let bytes: [UInt8]
    /// The same, as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Runs a command of the system with nothing on its standard input; both streams come back together.
///
/// - Throws: `SERVER_ERROR` with the system's cause when it cannot be started.
public func run(_ command: String, _ arguments: [String]) throws -> CommandResult {
    let running = try RunningCommand(command, arguments)
    running.closeInput()
    return running.finish()
}

/// A command that runs, with both of its streams in one pipe.
///
/// It is spawned without Foundation's `Process`, which reads beyond the end of a directory entry, and crashes with a
/// thousand open descriptors.
public final class RunningCommand {
    private let id: pid_t
    private var input: Int32?
    private let output: Int32

    /// Starts `command`, which is looked for on PATH.
    ///
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

    /// The bytes that have come, at least one; none at the end.
    public func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = Glibc.read(output, &bytes, bytes.count)
        while count < 0, errno == EINTR { count = Glibc.read(output, &bytes, bytes.count) }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Writes `text` to its standard input.
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

    /// Ends its standard input.
    public func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Reads to the end and waits for the command's end; what was read before is not in the result.
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
