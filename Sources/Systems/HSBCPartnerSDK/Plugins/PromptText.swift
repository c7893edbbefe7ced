/// Text of others that a prompt may show.
enum PromptText {
    /// Whether `text` has 1 to `limit` bytes, without control characters or marks that reorder text.
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
