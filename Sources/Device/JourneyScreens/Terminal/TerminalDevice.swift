public import JourneyBase

/// Where a terminal presenter draws and reads: the process's own terminal, or a test's.
public protocol TerminalDevice: Sendable {
    /// Whether what was drawn can be drawn again in place. Where it cannot, plain lines are written, and read as lines.
    var isLive: Bool { get }
    /// Whether the terminal lays out right-to-left text itself.
    var reordersText: Bool { get }
    /// Whether it shows any colour, or only those of a small palette.
    var colours: TerminalColours { get }
    /// Columns and rows, now.
    func size() -> TerminalSize
    /// Writes text as it is.
    func write(_ text: String)
    /// From now on keys come one by one, none is shown, and none ends the process. Only where `isLive`.
    func beginKeys()
    /// The terminal is as it was before `beginKeys`.
    func endKeys()
    /// The next thing that happens. One caller at a time.
    func nextEvent() async -> TerminalEvent
    /// The next line, asked for with `prompt`; with none to go on waiting. What was typed before the prompt stood is not
    /// taken for an answer to it.
    func nextLine(prompt: String) async -> TerminalLine
    /// The same, not shown while it is typed: that is so before the prompt stands.
    func nextSecret(prompt: String) async -> TerminalSecret
    /// Makes the wait of this moment, or the next one, end with `woken`.
    func wake()
}

public struct TerminalSize: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

public enum TerminalColours: Hashable, Sendable {
    /// None, and no emphasis.
    case none
    /// The sixteen that the terminal's own theme defines.
    case sixteen
    /// Red, green and blue of 8 bits.
    case all
}

public enum TerminalEvent: Hashable, Sendable {
    /// A byte of a key.
    case byte(UInt8)
    /// No byte came for a moment after the last.
    case silence
    case resized
    case woken
    /// The input is at its end.
    case ended
}

public enum TerminalLine: Hashable, Sendable {
    case text(String)
    case woken
    case ended
}

public enum TerminalSecret: Sendable {
    case secret(Secret)
    case woken
    case ended
}
