/// The content of a live terminal, redrawn in place.
struct Canvas {
    private var drawn: [String] = []
    private var columns = 0

    /// Returns the output that replaces the current rows by `rows`.
    ///
    /// A terminal whose width has changed has reflowed the old rows unpredictably, so the screen is cleared.
    mutating func draw(_ rows: [String], columns: Int) -> String {
        guard rows != drawn || columns != self.columns else { return "" }
        let start = drawn.isEmpty ? "" : columns == self.columns ? toTop() : "\u{1B}[H\u{1B}[2J"
        (drawn, self.columns) = (rows, columns)
        return "\u{1B}[?25l" + start + rows.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J"
    }

    /// Returns the output that erases the current rows.
    mutating func erase() -> String {
        guard !drawn.isEmpty else { return "" }
        defer { drawn = [] }
        return toTop() + "\u{1B}[J\u{1B}[?25h"
    }

    /// Returns the sequence that moves to the first column of the first row.
    private func toTop() -> String { drawn.count > 1 ? "\r\u{1B}[\(drawn.count - 1)A" : "\r" }
}
