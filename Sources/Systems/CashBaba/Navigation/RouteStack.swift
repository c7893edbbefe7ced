/// The stack of a presentation's screens, and the cover over them. It decides only.
///
/// An accepted code is used up. PIN set-up therefore replaces the code's screen, so that Back leads to the screen before it. The
/// splash is drawn once and stays through every call until the first screen is shown, without flicker. Later calls are covered by
/// a plain waiting screen.
struct RouteStack: Hashable, Sendable {
    /// The cover that hides the screens during a call.
    enum Cover: Hashable, Sendable { case splash, wait }

    /// The destination of Back.
    enum Back: Hashable, Sendable {
        case to(Route)
        /// No screen is below: the user leaves.
        case leave
    }

    let start: Route
    /// The screens from the bottom up; empty before the first one.
    private(set) var routes: [Route] = []
    /// The cover drawn over the screens now.
    private(set) var cover: Cover?

    init(start: Route) { self.start = start }

    /// The current screen.
    var top: Route? { routes.last }

    /// Moves to `route`, or stays if it is current. Returns `false` and changes nothing for a move that no flow has.
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

    /// Removes the top screen, unless it is the last.
    mutating func back() -> Back {
        guard BackStep(depth: routes.count, hasCoordinator: true) == .pop else { return .leave }
        routes.removeLast()
        return top.map(Back.to) ?? .leave
    }

    /// Returns the cover to draw for a call; `nil` if it is already visible.
    mutating func coverUp() -> Cover? {
        guard cover == nil else { return nil }
        cover = routes.isEmpty && !wasUncovered ? .splash : .wait
        return cover
    }

    /// Records that something else was drawn, such as a camera's picture: the next call must draw a cover again.
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
