public import JourneyBase

/// The input and output of a terminal presenter: the process's own terminal, or a test's.
public protocol TerminalDevice: Sendable {
    /// `true` when output can be redrawn in place. Otherwise plain lines are written and read.
    var isLive: Bool { get }
    /// `true` when the terminal lays out right-to-left text itself.
    var reordersText: Bool { get }
    /// The colours that the terminal supports.
    var colours: TerminalColours { get }
    /// Returns the current columns and rows.
    func size() -> TerminalSize
    /// Writes text unchanged.
    func write(_ text: String)
    /// Starts to read single keys, without echo and without signals. Only where `isLive`.
    func beginKeys()
    /// Restores the terminal's state before `beginKeys`.
    func endKeys()
    /// Returns the next event. One caller at a time.
    func nextEvent() async -> TerminalEvent
    /// Returns the next line, after writing `prompt`; an empty prompt continues the wait. Input from before the prompt does not
    /// count as an answer.
    func nextLine(prompt: String) async -> TerminalLine
    /// Returns the next line without echo, which is off before the prompt appears.
    func nextSecret(prompt: String) async -> TerminalSecret
    /// Ends the current wait, or the next one, with `woken`.
    func wake()
}

/// The size of a terminal.
public struct TerminalSize: Hashable, Sendable {
    /// The number of columns.
    public var columns: Int
    /// The number of rows.
    public var rows: Int

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - columns: The number of columns.
    ///   - rows: The number of rows.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The colours that a terminal supports.
public enum TerminalColours: Hashable, Sendable {
    /// No colours and no emphasis.
    case none
    /// The sixteen colours of the terminal's own theme.
    case sixteen
    /// Red, green and blue of 8 bits.
    case all
}

/// An event while single keys are read.
public enum TerminalEvent: Hashable, Sendable {
    /// A byte of a key.
    case byte(UInt8)
    /// No byte arrived for a moment after the last.
    case silence
    case resized
    case woken
    /// The end of the input.
    case ended
}

/// The end of a wait for a line.
public enum TerminalLine: Hashable, Sendable {
    case text(String)
    case woken
    case ended
}

/// The end of a wait for a secret line.
public enum TerminalSecret: Sendable {
    case secret(Secret)
    case woken
    case ended
}
