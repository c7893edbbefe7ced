package import JourneyBase
package import JourneyCLI

/// Output of a command with screens: progress lines for people, one JSON value a line for programs.
package struct RunOutput: Sendable {
    package let terminal: Terminal
    /// `true` if screens are drawn on the terminal, which progress lines would disturb.
    package let isDrawn: Bool

    package init(terminal: Terminal, isDrawn: Bool = false) {
        self.terminal = terminal
        self.isDrawn = isDrawn
    }

    /// Prints an event as text, and as `{"event": …}`. Control characters are removed from the text, whatever its source.
    package func event(_ name: String, _ members: [String: JSONValue] = [:], _ words: String?) {
        if terminal.isJSON {
            terminal.json(.object(members.merging(["event": .string(name)]) { $1 }))
        } else if let words, !isDrawn {
            terminal.talk(terminal.style.dim("· ") + CleanText.of(words, keepsLines: true))
        }
    }

    /// Prints the outcome: the last JSON value, or the requested text.
    package func result(_ outcome: String, _ members: [String: JSONValue], _ text: String) {
        let all = members.merging(["event": "result", "outcome": .string(outcome)]) { $1 }
        terminal.print(.object(all), or: text)
    }
}
