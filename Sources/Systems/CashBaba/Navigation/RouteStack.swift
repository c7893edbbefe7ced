/// The screens of a presentation, one upon another, and what lies over them. It decides, and does nothing.
///
/// A code that was right is used up: entering PIN set-up takes the place of its screen, so that Back leads to the one before.
/// The splash is drawn once, stays through every call until the first screen stands, and never comes again: nothing flickers
/// between. Later calls are covered by a plain wait.
struct RouteStack: Hashable, Sendable {
    /// What hides the screens while a call is made.
    enum Cover: Hashable, Sendable { case splash, wait }

    /// What Back leads to.
    enum Back: Hashable, Sendable {
        case to(Route)
        /// There is nothing below: the person leaves.
        case leave
    }

    let start: Route
    /// From the bottom up; empty before the first screen.
    private(set) var routes: [Route] = []
    /// What is drawn over them now.
    private(set) var cover: Cover?

    init(start: Route) { self.start = start }

    /// The screen that stands.
    var top: Route? { routes.last }

    /// Moves on to `route`, or stays where it stands already. `false`, and nothing changes, for a move that no flow has.
    mutating func go(to route: Route) -> Bool {
        guard let top else {
            guard route == start, route != .splash else { return false }
            routes = [route]
            cover = nil
            return true
        }
        if route != top {
            guard RouteStack.follows(route, top) else { return false }
            if case .pinSetup = route { routes.removeLast() }
            routes.append(route)
        }
        cover = nil
        return true
    }

    /// Takes the top away, unless it is the last.
    mutating func back() -> Back {
        guard BackStep(depth: routes.count, hasCoordinator: true) == .pop else { return .leave }
        routes.removeLast()
        return top.map(Back.to) ?? .leave
    }

    /// What to draw because a call begins; `nil` when it stands already.
    mutating func coverUp() -> Cover? {
        guard cover == nil else { return nil }
        cover = routes.isEmpty && !wasUncovered ? .splash : .wait
        return cover
    }

    /// Something else was drawn, such as a camera's picture: the next call has to cover it.
    mutating func uncover() {
        cover = nil
        wasUncovered = true
    }

    private var wasUncovered = false

    private static func follows(_ route: Route, _ top: Route) -> Bool {
        switch (top, route) {
        case (.intro, .verifyOTP(.setPin)), (.forgotPin, .verifyOTP(.forgotPin)),
            (.verifyOTP(.setPin), .pinSetup(.setPin)), (.verifyOTP(.forgotPin), .pinSetup(.forgotPin)):
            true
        default: false
        }
    }
}
