import Testing

@testable import JourneyWeb

@Suite("Load tracker")
struct LoadTrackerTests {
    private let one = "https://bank.example/one"
    private let two = "https://bank.example/two"
    private let three = "https://bank.example/three"

    /// A tracker that shows load 1 and has a request for load 2, at `two`.
    private func underWay() -> LoadTracker {
        var tracker = LoadTracker()
        show(one, 1, in: &tracker)
        let goesAhead = tracker.request(2, two)
        #expect(goesAhead)
        return tracker
    }

    private func show(_ address: String, _ number: Int, in tracker: inout LoadTracker) {
        _ = tracker.request(number, address)
        _ = tracker.navigation(to: address, isRedirect: false)
        tracker.started()
        tracker.committed(address)
        #expect(tracker.shown == number)
    }

    @Test("a load is shown only when its own document is committed")
    func ownLoad() {
        var tracker = underWay()
        #expect(tracker.shown == 1 && tracker.underWay == 1)
        #expect(tracker.navigation(to: two, isRedirect: false) == 2)
        tracker.started()
        #expect(tracker.shown == 1 && tracker.underWay == 2)
        tracker.committed(two + "#part")
        #expect(tracker.shown == 2 && tracker.underWay == 2)
        // From here on the page navigates as its policy allows.
        #expect(tracker.navigation(to: three, isRedirect: false) == 2)
        tracker.started()
        tracker.committed(three)
        #expect(tracker.shown == 2)
    }

    @Test("a document that the previous page was navigating to does not become the next step's page")
    func lateDocument() {
        var tracker = underWay()
        // It had been admitted before load 2 was requested.
        tracker.started()
        tracker.committed(three)
        #expect(tracker.shown == 1)
        // Even under the next page's own address, for which it has not been admitted.
        tracker.committed(two)
        #expect(tracker.shown == 1)
        _ = tracker.navigation(to: two, isRedirect: false)
        tracker.committed(three)
        #expect(tracker.shown == 1)
        tracker.started()
        tracker.committed(three)
        #expect(tracker.shown == 1)
        tracker.committed(two)
        #expect(tracker.shown == 2)
    }

    @Test("the previous page cannot navigate while a load is under way", arguments: [false, true])
    func refusedNavigation(hasStarted: Bool) {
        var tracker = underWay()
        if hasStarted {
            _ = tracker.navigation(to: two, isRedirect: false)
            tracker.started()
        }
        for address in [three, one, "about:blank", "about:srcdoc", two + "#x"] {
            #expect(tracker.navigation(to: address, isRedirect: false) == nil)
        }
        if !hasStarted { #expect(tracker.navigation(to: two, isRedirect: true) == nil) }
        if hasStarted { #expect(tracker.navigation(to: two, isRedirect: false) == nil) }
    }

    @Test("a redirect of the load is followed, and only its target is the load's document")
    func redirect() {
        var tracker = underWay()
        _ = tracker.navigation(to: two, isRedirect: false)
        tracker.started()
        #expect(tracker.navigation(to: three, isRedirect: true) == 2)
        tracker.committed(two)
        #expect(tracker.shown == 1)
        tracker.committed(three)
        #expect(tracker.shown == 2)
    }

    @Test("a superseded load is dropped")
    func overtaken() {
        var tracker = LoadTracker()
        let later = tracker.request(3, two)
        let earlier = tracker.request(2, one)
        let again = tracker.request(3, two)
        #expect(later && !earlier && !again)
    }

    @Test("a load that the previous page stops is retried a limited number of times")
    func stopped() {
        var tracker = underWay()
        #expect(tracker.retry(isStarted: true) == .none)
        for _ in 0..<2 {
            // The page navigated elsewhere before the load had started.
            #expect(tracker.retry(isStarted: false) == .load(two))
            // It stopped the load itself.
            #expect(tracker.navigation(to: two, isRedirect: false) == 2)
            tracker.started()
            #expect(tracker.retry(isStarted: false) == .none)
            #expect(tracker.retry(isStarted: true) == .load(two))
        }
        #expect(tracker.retry(isStarted: false) == .giveUp(load: 2))
        #expect(tracker.retry(isStarted: false) == .none)
        #expect(tracker.shown == 1)
    }

    @Test("after a failure the previous page stays shown, and a distrusted page is no longer shown")
    func failure() {
        var tracker = underWay()
        _ = tracker.navigation(to: two, isRedirect: false)
        tracker.started()
        tracker.failed()
        tracker.committed(two)
        #expect(tracker.shown == 1)
        tracker.distrust()
        #expect(tracker.shown == 0)
    }

    @Test("a load waits from its request until it starts")
    func waiting() {
        var tracker = LoadTracker()
        #expect(!tracker.isWaiting(1))
        _ = tracker.request(1, "https://bank.example/one")
        #expect(tracker.isWaiting(1))
        #expect(!tracker.isWaiting(2))
        _ = tracker.navigation(to: "https://bank.example/one", isRedirect: false)
        #expect(tracker.isWaiting(1))
        tracker.started()
        #expect(!tracker.isWaiting(1))
    }
}
