import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Standard input and standard error of this process.
final class StandardTerminal: Sendable {
    /// Colour only on a terminal that has it, and not where NO_COLOR asks for none.
    let isStyled: Bool
    private let isTerminal: Bool

    init() {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(STDIN_FILENO) == 1
        isStyled =
            isatty(STDERR_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    /// Reads on a thread of its own, since a read blocks; a cancelled task wakes it through a pipe.
    func readLine(isSecret: Bool) async -> String? {
        guard let wake = WakePipe() else { return nil }
        let isTerminal = isTerminal
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let line = LineReader.read(
                        from: STDIN_FILENO, wake: wake, isTerminal: isTerminal, isSecret: isSecret)
                    continuation.resume(returning: line)
                }
            }
        } onCancel: {
            wake.wake()
        }
    }
}

/// A pipe whose one byte ends a wait.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() { _ = [UInt8(1)].withUnsafeBytes { Foundation.write(writing, $0.baseAddress, 1) } }
}

/// Reads one line and not a byte more, so that what follows is left for whoever reads next.
enum LineReader {
    /// The longest line, in bytes; what is longer is cut there and the rest thrown away.
    static let limit = 4_096

    /// The line without its end, or `nil` at the end of input or after `wake`.
    static func read(from input: Int32, wake: WakePipe, isTerminal: Bool, isSecret: Bool) -> String? {
        var saved = termios()
        let hides = isSecret && isTerminal && tcgetattr(input, &saved) == 0
        if hides {
            var hidden = saved
            hidden.c_lflag &= ~tcflag_t(ECHO)
            hidden.c_lflag |= tcflag_t(ECHONL)
            tcsetattr(input, TCSAFLUSH, &hidden)
        } else if isTerminal {
            // What was typed before the screen stood was not meant for it.
            tcflush(input, TCIFLUSH)
        }
        defer { if hides { tcsetattr(input, TCSAFLUSH, &saved) } }

        var line: [UInt8] = []
        while true {
            var waits = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waits, 2, -1) < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if waits[1].revents != 0 { return nil }
            var byte: UInt8 = 0
            let count = Foundation.read(input, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count == 1 else { return line.isEmpty ? nil : text(line) }
            if byte == UInt8(ascii: "\n") { return text(line) }
            if line.count < limit { line.append(byte) }
        }
    }

    private static func text(_ line: [UInt8]) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }
}
