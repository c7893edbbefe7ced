package import JourneyBase
package import JourneyCLI

/// Draws screens for a report. `journey` has no display; a program with one supplies this.
package struct ScreenDrawing: Sendable {
    package let draw: @Sendable (Screen) async -> String?
    package let close: @Sendable () async -> Void

    /// Creates a drawing. `draw` returns the name of the image file, or `nil` for a screen that is not drawn.
    package init(
        draw: @escaping @Sendable (Screen) async -> String?, close: @escaping @Sendable () async -> Void
    ) {
        self.draw = draw
        self.close = close
    }

    /// Draws `screen` and reports the image's path.
    package func draw(_ screen: Screen, telling output: RunOutput) async {
        guard let file = await draw(screen) else { return }
        output.event(
            "shot", ["screen": .string(screen.id), "title": .string(screen.title), "file": .string(file)], nil)
    }

    /// Creates a drawing for the folder of images.
    package typealias Maker = @Sendable (_ folder: String, Language) async throws -> ScreenDrawing

    /// Returns the drawing that the command line requests.
    package static func make(
        _ maker: Maker?, _ invocation: Invocation, _ language: Language
    ) async throws -> ScreenDrawing? {
        guard let maker, let folder = invocation.value(.shots) else { return nil }
        return try await maker(folder, language)
    }

    package static let option = Option(.shots, value: .directory, help: "Write a picture of each screen here")
}
