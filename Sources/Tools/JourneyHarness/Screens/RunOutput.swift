package import JourneyBase
package import JourneyCLI

/// What a command with screens says while it runs: a line of progress for people, one JSON value for programs.
package struct RunOutput: Sendable {
    package let terminal: Terminal
    /// `true` if screens are drawn on the terminal: then lines between them would be in the way.
    package let isDrawn: Bool

    package init(terminal: Terminal, isDrawn: Bool = false) {
        self.terminal = terminal
        self.isDrawn = isDrawn
    }

    /// Something that happened, in words, and as `{"event": …}`. Words steer no terminal, whoever had a say in them.
    package func event(_ name: String, _ members: [String: JSONValue] = [:], _ words: String?) {
        if terminal.isJSON {
            terminal.json(.object(members.merging(["event": .string(name)]) { $1 }))
        } else if let words, !isDrawn {
            terminal.talk(terminal.style.dim("· ") + CleanText.of(words, keepsLines: true))
        }
    }

    /// How it ended: the last JSON value, or the text that was asked for.
    package func result(_ outcome: String, _ members: [String: JSONValue], _ text: String) {
        let all = members.merging(["event": "result", "outcome": .string(outcome)]) { $1 }
        terminal.print(.object(all), or: text)
    }
}
