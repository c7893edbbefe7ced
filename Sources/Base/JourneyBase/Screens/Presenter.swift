/// Shows one screen at a time and gives back what the person did.
///
/// Conformers: the terminal, a page on Linux, a script in tests.
public protocol Presenter: Sendable {
    /// Shows `screen` and waits. A cancelled task gets `Screen.back`.
    func ask(_ screen: Screen) async -> ScreenAction
    /// Shows `screen` without waiting, for work under way; the next call replaces it.
    func show(_ screen: Screen) async
    /// Takes away what is shown.
    func dismiss() async
}
