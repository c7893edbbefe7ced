/// One row of a drawing: pieces of text, each with its kind.
struct RenderedLine: Hashable, Sendable {
    /// The kind of a piece of text; the terminal's style decides its look.
    enum Kind: Hashable, Sendable {
        case plain, title, label, dim, primary, destructive
        case info, success, warning, error
        case focus
        /// Modules of a code: dark on light, whatever the theme.
        case modules
    }

    struct Piece: Hashable, Sendable {
        var text: String
        var kind: Kind
    }

    var pieces: [Piece]

    init(_ text: String = "", _ kind: Kind = .plain) { pieces = text.isEmpty ? [] : [Piece(text: text, kind: kind)] }
    init(_ pieces: [(String, Kind)]) { self.pieces = pieces.map { Piece(text: $0.0, kind: $0.1) } }

    /// The row's text, without style.
    var text: String { pieces.map(\.text).joined() }
    var width: Int { pieces.reduce(0) { $0 + TextWidth.of($1.text) } }

    /// Puts two columns side by side: `left` takes `width` columns, then a gap.
    static func beside(_ left: [RenderedLine], _ right: [RenderedLine], width: Int, gap: Int) -> [RenderedLine] {
        (0..<max(left.count, right.count)).map { row in
            guard row < right.count, !right[row].pieces.isEmpty else {
                return row < left.count ? left[row] : RenderedLine()
            }
            var line = row < left.count ? left[row] : RenderedLine()
            line.pieces.append(
                Piece(text: String(repeating: " ", count: max(width - line.width, 0) + gap), kind: .plain))
            line.pieces += right[row].pieces
            return line
        }
    }
}
