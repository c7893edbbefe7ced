package import JourneyBase
package import JourneyCLI

/// Draws screens for a report. `journey` has no display; who has one gives this.
package struct ScreenDrawing: Sendable {
    package let draw: @Sendable (Screen) async -> String?
    package let close: @Sendable () async -> Void

    /// `draw` gives the name of the picture's file, or nothing where a screen is worth no picture.
    package init(
        draw: @escaping @Sendable (Screen) async -> String?, close: @escaping @Sendable () async -> Void
    ) {
        self.draw = draw
        self.close = close
    }

    /// Draws `screen`, and says where the picture is.
    package func draw(_ screen: Screen, telling output: RunOutput) async {
        guard let file = await draw(screen) else { return }
        output.event(
            "shot", ["screen": .string(screen.id), "title": .string(screen.title), "file": .string(file)], nil)
    }

    /// Makes one for the folder that pictures go to.
    package typealias Maker = @Sendable (_ folder: String, Language) async throws -> ScreenDrawing

    /// The one that the command line asks for.
    package static func make(
        _ maker: Maker?, _ invocation: Invocation, _ language: Language
    ) async throws -> ScreenDrawing? {
        guard let maker, let folder = invocation.value(.shots) else { return nil }
        return try await maker(folder, language)
    }

    package static let option = Option(.shots, value: .directory, help: "Write a picture of each screen here")
}
