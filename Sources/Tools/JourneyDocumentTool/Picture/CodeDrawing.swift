import JourneyCLI
import MobileDocument

/// The pictures of a QR code that a command line asks for.
enum CodeDrawing {
    /// Writes the requested pictures of `text` and returns the drawing for the terminal.
    ///
    /// - Parameter what: A name of the text for the error, such as `engagement`.
    static func write(_ text: String, _ what: String, _ invocation: Invocation) throws -> String {
        let (png, svg, isDrawn) = (invocation.value(.png), invocation.value(.svg), invocation.has(.draw))
        guard png != nil || svg != nil || isDrawn else { return "" }
        guard let picture = QRPicture(text) else {
            throw CommandError.badInput(.qrTooLong, "The \(what) is too long for a QR code (2,331 bytes at most).")
        }
        if let png { try WholeFile.write(picture.png(), to: png) }
        if let svg { try WholeFile.write(Array(picture.svg.utf8), to: svg) }
        return isDrawn ? "\n\n" + picture.text(isInverted: invocation.has(.inverted)) : ""
    }
}
