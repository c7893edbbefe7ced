import Glibc
package import JourneyBase

/// The output of a command: data goes to standard output, messages to standard error.
package struct Terminal: Sendable {
    /// `true` if the caller requested JSON; commands then print exactly one value, or one per line while they run.
    package var isJSON: Bool
    package var style: Style
    /// The width for formatted text, in columns.
    package var width: Int
    private let out: @Sendable (String) -> Void
    private let err: @Sendable (String) -> Void

    package init(
        isJSON: Bool = false, style: Style = Style(isColored: false), width: Int = 80,
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void
    ) {
        self.isJSON = isJSON
        self.style = style
        self.width = width
        self.out = out
        self.err = err
    }

    /// Returns the process's own terminal. It is coloured if standard output is a terminal, `NO_COLOR` (no-color.org) isn't set
    /// and the terminal isn't `dumb`.
    package static func standard() -> Terminal {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let refuses = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        var size = winsize()
        let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Terminal(
            style: Style(isColored: isTerminal && !refuses && environment("TERM") != "dumb"),
            width: known ? min(100, max(40, Int(size.ws_col))) : 80,
            out: { write($0, to: STDOUT_FILENO) }, err: { write($0, to: STDERR_FILENO) })
    }

    /// Prints the requested output.
    package func data(_ text: String, end: String = "\n") { out(text + end) }

    /// Prints accompanying messages: progress, warnings, refusals.
    package func talk(_ text: String, end: String = "\n") { err(text + end) }

    /// Prints one JSON value on one line.
    package func json(_ value: JSONValue) { out(value.compactText + "\n") }

    /// Prints `value` if JSON was requested, otherwise `text`.
    package func print(_ value: JSONValue, or text: @autoclosure () -> String) {
        if isJSON { json(value) } else { data(text()) }
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}
