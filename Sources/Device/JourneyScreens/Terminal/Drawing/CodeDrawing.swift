internal import JourneyBase

/// A QR code in half blocks: two rows of modules in one row of text, so that modules are nearly square.
enum CodeDrawing {
    /// Returns the width in columns, quiet zone included.
    static func width(_ modules: Screen.ModuleMatrix) -> Int { modules.side + 2 * Screen.ModuleMatrix.quietZone }

    /// Returns the rows, in which ink is *light*: drawn light on dark, as on most terminals, or with explicit colours.
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
