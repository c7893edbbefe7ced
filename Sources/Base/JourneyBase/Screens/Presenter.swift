/// A renderer that shows one screen at a time and returns the person's answer.
///
/// Conformers: SwiftUI, the terminal, a page on Linux, a script in tests.
public protocol Presenter: Sendable {
    /// The language of the texts that don't come from the flow: those of `Question`s and of the renderer.
    var language: Language { get }
    /// Shows `screen` and waits for an answer. The answer has passed `check` against the screen as last shown.
    ///
    /// Returns `Screen.cancelled` if the task is cancelled, the window closed or the screen replaced.
    func ask(_ screen: Screen) async -> ScreenAction
    /// Shows `screen` without waiting.
    ///
    /// A shown screen of the same id is updated in place: its question stays open and its input stays. So a flow can update a
    /// progress screen while the person can still press “Cancel”. Any other screen is replaced.
    func show(_ screen: Screen) async
    /// Removes the shown screen.
    func dismiss() async
    /// Switches the renderer's own texts to `language`. A shown screen changes when it is next updated. The default
    /// implementation does nothing.
    func speak(_ language: Language) async
    /// Draws the next screens with `brand` applied to the host's theme, or with the host's theme alone for `nil`. The default
    /// implementation does nothing.
    func apply(_ brand: Theme.Brand?) async
}

extension Presenter {
    public func speak(_ language: Language) async {}
    public func apply(_ brand: Theme.Brand?) async {}
}
