/// Rules for foreign text in prompts.
enum PromptText {
    /// Returns `true` when `text` has 1 to `limit` bytes and no control characters or marks that reorder text.
    static func isPlain(_ text: String, atMost limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count) && text.unicodeScalars.allSatisfy(isPlain)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
