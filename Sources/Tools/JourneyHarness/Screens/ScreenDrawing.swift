public import JourneyBase
public import JourneyCLI

/// Draws screens for a report. `journey` has no display; who has one gives this.
public struct ScreenDrawing: Sendable {
    public let draw: @Sendable (Screen) async -> String?
    public let close: @Sendable () async -> Void

    /// `draw` gives the name of the picture's file, or nothing where a screen is worth no picture.
    public init(
        draw: @escaping @Sendable (Screen) async -> String?, close: @escaping @Sendable () async -> Void
    ) {
        self.draw = draw
        self.close = close
    }

    /// Draws `screen`, and says where the picture is.
    public func draw(_ screen: Screen, telling output: RunOutput) async {
        guard let file = await draw(screen) else { return }
        output.event(
            "shot", ["screen": .string(screen.id), "title": .string(screen.title), "file": .string(file)], nil)
    }

    /// Makes one for the folder that pictures go to.
    public typealias Maker = @Sendable (_ folder: String, Language) async throws -> ScreenDrawing

    /// The one that the command line asks for.
    public static func make(
        _ maker: Maker?, _ invocation: Invocation, _ language: Language
    ) async throws -> ScreenDrawing? {
        guard let maker, let folder = invocation.value(.shots) else { return nil }
        return try await maker(folder, language)
    }

    public static let option = Option(.shots, value: .directory, help: "Write a picture of each screen here")
}
