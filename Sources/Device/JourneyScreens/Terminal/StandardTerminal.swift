internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A terminal on two file descriptors: this process's standard input, and standard error for drawing, because standard output
/// carries data.
///
/// Plain lines are used where input or output is not a terminal, where `TERM` is `dumb`, and where `NO_COLOR` is set: then no
/// escape sequence is written, which suits logs and screen readers.
public final class StandardTerminal: TerminalDevice {
    public let isLive: Bool
    public let reordersText: Bool
    public let colours: TerminalColours

    private let input: Int32
    private let output: Int32
    private let isTerminal: Bool
    private let reader: LineReader
    private let wakePipe: WakePipe?
    /// Runs blocking waits, one at a time.
    private let queue = DispatchQueue(label: "journey.terminal")
    private let state: Mutex<State>

    private struct State {
        var saved: termios?
        var size: TerminalSize
        var isInKey = false
    }

    /// Creates a terminal on this process's standard input and standard error.
    public convenience init() {
        self.init(input: STDIN_FILENO, output: STDERR_FILENO) { name in getenv(name).map { String(cString: $0) } }
    }

    /// Creates a terminal on other descriptors, which the caller closes.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to.
    ///   - environment: Returns the value of an environment variable.
    public init(input: Int32, output: Int32, environment: (String) -> String?) {
        self.input = input
        self.output = output
        isTerminal = isatty(input) == 1
        let isPlain = environment("NO_COLOR").map { !$0.isEmpty } ?? false || environment("TERM") == "dumb"
        isLive = isTerminal && isatty(output) == 1 && !isPlain
        colours =
            !isLive ? .none : ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") ? .all : .sixteen
        reordersText = TerminalTraits.reordersText(environment)
        wakePipe = WakePipe()
        reader = LineReader(input: input)
        state = Mutex(State(size: TerminalTraits.size(of: output)))
    }

    deinit { endKeys() }

    public func size() -> TerminalSize { TerminalTraits.size(of: output) }

    public func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = systemWrite(output, rest.baseAddress, rest.count)
                if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
                // A terminal that is gone can't be reported to.
                if count < 0, errno != EINTR, errno != EAGAIN { return }
            }
        }
    }

    public func beginKeys() {
        state.withLock { state in
            var settings = termios()
            guard isLive, state.saved == nil, tcgetattr(input, &settings) == 0 else { return }
            state.saved = settings
            settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
            // Input from before the screen appeared was not meant for it.
            tcsetattr(input, TCSAFLUSH, &settings)
        }
    }

    public func endKeys() {
        state.withLock { state in
            guard var settings = state.saved else { return }
            tcsetattr(input, TCSAFLUSH, &settings)
            state.saved = nil
        }
    }

    public func wake() { wakePipe?.wake() }

    public func nextEvent() async -> TerminalEvent { await waiting { self.event() } }

    public func nextLine(prompt: String) async -> TerminalLine {
        await waiting {
            // A pipe's earlier input is meant for us; what was typed on a terminal too early is not.
            if self.isTerminal, !prompt.isEmpty { tcflush(self.input, TCIFLUSH) }
            self.write(prompt)
            return self.reader.line(until: { self.isReady() })
        }
    }

    public func nextSecret(prompt: String) async -> TerminalSecret {
        await waiting {
            var saved = termios()
            let hides = self.isTerminal && tcgetattr(self.input, &saved) == 0
            if hides {
                var hidden = saved
                hidden.c_lflag &= ~tcflag_t(ECHO)
                hidden.c_lflag |= tcflag_t(ECHONL)
                tcsetattr(self.input, prompt.isEmpty ? TCSANOW : TCSAFLUSH, &hidden)
            }
            defer { if hides { tcsetattr(self.input, TCSANOW, &saved) } }
            self.write(prompt)
            return self.reader.secret(until: { self.isReady() })
        }
    }

    private func waiting<Result: Sendable>(_ wait: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: wait()) } }
    }

    /// Waits until a byte can be read; returns `false` when it was woken first.
    private func isReady() -> Bool {
        while true {
            switch poll(milliseconds: -1) {
            case .woken: return false
            case .readable: return true
            case .nothing: continue
            }
        }
    }

    private func event() -> TerminalEvent {
        // The time for the rest of a key, and the interval of size checks: a library handles no signals.
        let (inside, calm) = (Int32(50), Int32(250))
        while true {
            let isInKey = state.withLock(\.isInKey)
            switch poll(milliseconds: isInKey ? inside : calm) {
            case .woken: return .woken
            case .readable:
                var byte: UInt8 = 0
                let count = systemRead(input, &byte, 1)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count == 1 else { return .ended }
                state.withLock { $0.isInKey = true }
                return .byte(byte)
            case .nothing:
                if isInKey {
                    state.withLock { $0.isInKey = false }
                    return .silence
                }
                let size = size()
                let isNew = state.withLock { state in
                    defer { state.size = size }
                    return state.size != size
                }
                if isNew { return .resized }
            }
        }
    }

    private enum Poll { case woken, readable, nothing }

    private func poll(milliseconds: Int32) -> Poll {
        var waits = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
        if let wakePipe { waits.append(pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0)) }
        guard systemPoll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return .nothing }
        if waits.count == 2, waits[1].revents != 0 {
            wakePipe?.clear()
            return .woken
        }
        return .readable
    }
}
