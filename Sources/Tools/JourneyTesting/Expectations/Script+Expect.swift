internal import JourneyBase
public import JourneyScreens

extension ScriptedPage {
    /// Expects that the pages were loaded from these paths, in this order, that no script threw, and that the engine was
    /// closed.
    public func expectPages(_ paths: [String]) throws(UnmetExpectation) {
        try expectSame(loads.map(\.path), paths, "Pages")
        if let fault = faults.first { throw UnmetExpectation(description: "A page's script ended with: \(fault).") }
        guard isClosed else { throw UnmetExpectation(description: "The web container was left open.") }
    }
}

extension ScriptedPresenter {
    /// Expects that the screens with these ids came, in this order, that each was answered as the script says, and that no
    /// answer is left over.
    public func expectScreens(_ ids: [String]) throws(UnmetExpectation) {
        if let fault = faults.first { throw UnmetExpectation(description: fault) }
        try expectSame(shown.map(\.id), ids, "Screens")
        if let name = unused.first {
            throw UnmetExpectation(description: "The screen “\(name)” was expected once more.")
        }
    }
}
