public import JourneyBase
import JourneyCLI

/// What a transaction says while it runs: a line of progress for people, one JSON value for programs.
struct SharingOutput: Sendable {
    let terminal: Terminal
    /// Whether screens are drawn on the terminal: then lines between them would be in the way.
    var isDrawn = false

    /// Something that happened, in words, and as `{"event": …}`.
    func event(_ name: String, _ members: [String: JSONValue] = [:], _ words: String?) {
        if terminal.isJSON {
            terminal.json(.object(members.merging(["event": .string(name)]) { $1 }))
        } else if let words, !isDrawn {
            terminal.talk(terminal.style.dim("· ") + words)
        }
    }

    /// How it ended: the last JSON value, or the text that was asked for.
    func result(_ outcome: String, _ members: [String: JSONValue], _ text: String) {
        let all = members.merging(["event": "result", "outcome": .string(outcome)]) { $1 }
        terminal.print(.object(all), or: text)
    }
}

/// Draws screens for a report. `journey` has no display; who has one gives this.
public struct ScreenDrawing: Sendable {
    let draw: @Sendable (Screen) async -> String?
    let close: @Sendable () async -> Void

    /// `draw` gives the name of the picture's file, or nothing where a screen is worth no picture.
    public init(
        draw: @escaping @Sendable (Screen) async -> String?, close: @escaping @Sendable () async -> Void
    ) {
        self.draw = draw
        self.close = close
    }

    /// Makes one for the folder that pictures go to.
    public typealias Maker = @Sendable (_ folder: String, Language) async throws -> ScreenDrawing

    /// The one that the command line asks for.
    static func make(
        _ maker: Maker?, _ invocation: Invocation, _ language: Language
    ) async throws -> ScreenDrawing? {
        guard let maker, let folder = invocation.value("shots") else { return nil }
        return try await maker(folder, language)
    }

    static let option = Option("shots", value: .directory, help: "Write a picture of each screen here")
}
