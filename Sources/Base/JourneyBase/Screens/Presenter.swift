/// Shows one screen at a time and gives back what the person did.
///
/// Conformers: SwiftUI, the terminal, a page on Linux, a script in tests.
public protocol Presenter: Sendable {
    /// The language of the words that are not the flow's: those of `Question`s and of the drawer itself.
    var language: Language { get }
    /// Shows `screen` and waits. The answer fits the screen as it was shown last: `check` was asked. A cancelled task, a
    /// closed window and a screen that makes way get `Screen.cancelled`.
    func ask(_ screen: Screen) async -> ScreenAction
    /// Shows `screen` without waiting.
    ///
    /// Where a screen of the same id stands, it takes its place: a question about it stays open, and what was filled in
    /// stays. So a flow moves a progress on while the person can still press “Cancel”. Any other screen makes way.
    func show(_ screen: Screen) async
    /// Takes away what is shown.
    func dismiss() async
    /// Says the drawer's own words in `language` from now on: those of a screen that stands, when it is shown anew. A drawer of
    /// one language goes on in it.
    func speak(_ language: Language) async
}

extension Presenter {
    public func speak(_ language: Language) async {}
}
