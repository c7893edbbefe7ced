internal import JourneyBase
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Reads lines byte by byte and not a byte more, so that the rest is left for the next reader. A line that has begun when a wait
/// ends is continued by the next wait.
final class LineReader: Sendable {
    /// The longest line, in bytes; the rest of a longer one is dropped.
    static let limit = 4_096

    private let input: Int32
    private let state = Mutex(State())

    private struct State {
        var bytes: [UInt8] = []
        var secret: SecretInput?
    }

    init(input: Int32) { self.input = input }

    /// `true` when a line has begun.
    var isInside: Bool { state.withLock { !$0.bytes.isEmpty || $0.secret != nil } }

    /// Returns the next line, without its end. `isReady` waits for a byte and returns `false` when it was woken instead.
    func line(until isReady: () -> Bool) -> TerminalLine {
        state.withLock { state in
            let end = read(isReady) { byte in if state.bytes.count < LineReader.limit { state.bytes.append(byte) } }
            if end == .woken || end == .ended && state.bytes.isEmpty { return end == .woken ? .woken : .ended }
            defer { state.bytes = [] }
            if state.bytes.last == UInt8(ascii: "\r") { state.bytes.removeLast() }
            return .text(String(decoding: state.bytes, as: UTF8.self))
        }
    }

    /// Returns the next line as a secret, cut at one byte more than `Screen.Field.secretLimit`, so that an overlong one is
    /// recognised.
    func secret(until isReady: () -> Bool) -> TerminalSecret {
        state.withLock { state in
            let input = state.secret ?? SecretInput(limit: Screen.Field.secretLimit + 1)
            state.secret = input
            let end = read(isReady) { byte in if byte != UInt8(ascii: "\r") { input.append(byte) } }
            if end == .woken || end == .ended && input.count == 0 {
                if end == .ended { state.secret = nil }
                return end == .woken ? .woken : .ended
            }
            state.secret = nil
            return .secret(input.copy())
        }
    }

    private enum End { case line, woken, ended }

    private func read(_ isReady: () -> Bool, _ take: (UInt8) -> Void) -> End {
        while true {
            guard isReady() else { return .woken }
            var byte: UInt8 = 0
            let count = systemRead(input, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count == 1 else { return .ended }
            if byte == UInt8(ascii: "\n") { return .line }
            take(byte)
        }
    }
}
