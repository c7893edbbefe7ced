import JourneyBase

/// A presenter that answers native screens from a list, and approves once the list is used up.
actor Answers: Presenter {
    nonisolated let language = Language.english
    private var actions: [String]
    /// The shown screens, in order.
    private(set) var asked: [Screen] = []

    init(_ actions: [String] = []) { self.actions = actions }

    func ask(_ screen: Screen) async -> ScreenAction {
        asked.append(screen)
        return ScreenAction(action: actions.isEmpty ? "approve" : actions.removeFirst())
    }
    func show(_ screen: Screen) async {}
    func dismiss() async {}
}
