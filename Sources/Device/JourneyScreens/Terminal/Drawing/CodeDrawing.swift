internal import JourneyBase

/// A code of modules in half blocks: two rows of modules in one row of text, so that modules come out nearly square.
enum CodeDrawing {
    /// The columns that it takes, with the quiet zone.
    static func width(_ modules: Screen.ModuleMatrix) -> Int { modules.side + 2 * Screen.ModuleMatrix.quietZone }

    /// The rows, in which ink is *light*: drawn light on dark, as terminals mostly are, or with colours that say so.
    static func lines(_ modules: Screen.ModuleMatrix) -> [RenderedLine] {
        let zone = Screen.ModuleMatrix.quietZone
        let range = -zone..<modules.side + zone
        return stride(from: -zone, to: modules.side + zone, by: 2).map { row in
            RenderedLine(
                String(
                    range.map { column -> Character in
                        switch (modules.isDark(column, row), modules.isDark(column, row + 1)) {
                        case (false, false): "█"
                        case (false, true): "▀"
                        case (true, false): "▄"
                        case (true, true): " "
                        }
                    }), .modules)
        }
    }
}
