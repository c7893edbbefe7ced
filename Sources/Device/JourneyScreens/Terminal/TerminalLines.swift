/// Where a terminal presenter reads and writes: the real terminal, or a test.
public struct TerminalLines: Sendable {
    /// Whether colour and emphasis may be used.
    public var isStyled: Bool
    /// Writes text as it is.
    public var write: @Sendable (String) -> Void
    /// The next line without its end, or `nil` at the end of input or when the task is cancelled. What is typed for a
    /// secret is not shown.
    public var readLine: @Sendable (_ isSecret: Bool) async -> String?

    public init(
        isStyled: Bool, write: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable (_ isSecret: Bool) async -> String?
    ) {
        self.isStyled = isStyled
        self.write = write
        self.readLine = readLine
    }

    /// Standard input, and standard error for what is drawn, since standard output carries data.
    public static func standard() -> TerminalLines {
        let terminal = StandardTerminal()
        return TerminalLines(
            isStyled: terminal.isStyled, write: { terminal.write($0) },
            readLine: { await terminal.readLine(isSecret: $0) })
    }
}
