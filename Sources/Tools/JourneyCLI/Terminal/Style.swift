/// Terminal colours and weights, if enabled.
package struct Style: Sendable, Hashable {
    package var isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    package func bold(_ text: String) -> String { wrap(text, "1") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func red(_ text: String) -> String { wrap(text, "31") }
    package func green(_ text: String) -> String { wrap(text, "32") }
    package func yellow(_ text: String) -> String { wrap(text, "33") }
    package func blue(_ text: String) -> String { wrap(text, "34") }
    package func cyan(_ text: String) -> String { wrap(text, "36") }

    /// Returns an error code as commands print it after a message: in brackets, so that it can be searched for.
    package func code(_ code: String) -> String { dim("[\(code)]") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
