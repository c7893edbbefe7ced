/// A guard: a compiled expression that is true, false or an error.
public struct Guard: Sendable {
    /// As the manifest has it.
    public let source: String

    package init(source: String) { self.source = source }
}
