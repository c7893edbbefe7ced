import Testing

@testable import JourneyWeb

@Suite("Load gate")
struct LoadTrackerTests {
    private let one = "https://bank.example/one"
    private let two = "https://bank.example/two"
    private let three = "https://bank.example/three"

    /// A gate that shows load 1 and has been asked for load 2, at `two`.
    private func underWay() -> LoadTracker {
        var gate = LoadTracker()
        show(one, 1, in: &gate)
        let goesAhead = gate.request(2, two)
        #expect(goesAhead)
        return gate
    }

    private func show(_ address: String, _ number: Int, in gate: inout LoadTracker) {
        _ = gate.request(number, address)
        _ = gate.navigation(to: address, isRedirect: false)
        gate.started()
        gate.committed(address)
        #expect(gate.shown == number)
    }

    @Test("a load is shown when its own document is committed, and not before")
    func ownLoad() {
        var gate = underWay()
        #expect(gate.shown == 1 && gate.underWay == 1)
        #expect(gate.navigation(to: two, isRedirect: false) == 2)
        gate.started()
        #expect(gate.shown == 1 && gate.underWay == 2)
        gate.committed(two + "#part")
        #expect(gate.shown == 2 && gate.underWay == 2)
        // From here on the page goes where its policy lets it.
        #expect(gate.navigation(to: three, isRedirect: false) == 2)
        gate.started()
        gate.committed(three)
        #expect(gate.shown == 2)
    }

    @Test("a document that the page before was on its way to does not become the next step's page")
    func lateDocument() {
        var gate = underWay()
        // It had been let in before load 2 was asked for.
        gate.started()
        gate.committed(three)
        #expect(gate.shown == 1)
        // Even under the next page's own address, for which it has not been asked.
        gate.committed(two)
        #expect(gate.shown == 1)
        _ = gate.navigation(to: two, isRedirect: false)
        gate.committed(three)
        #expect(gate.shown == 1)
        gate.started()
        gate.committed(three)
        #expect(gate.shown == 1)
        gate.committed(two)
        #expect(gate.shown == 2)
    }

    @Test("while a load is under way the page before goes nowhere", arguments: [false, true])
    func refusedNavigation(hasStarted: Bool) {
        var gate = underWay()
        if hasStarted {
            _ = gate.navigation(to: two, isRedirect: false)
            gate.started()
        }
        for address in [three, one, "about:blank", "about:srcdoc", two + "#x"] {
            #expect(gate.navigation(to: address, isRedirect: false) == nil)
        }
        if !hasStarted { #expect(gate.navigation(to: two, isRedirect: true) == nil) }
        if hasStarted { #expect(gate.navigation(to: two, isRedirect: false) == nil) }
    }

    @Test("a redirect of the load itself is followed, and only what it leads to is its document")
    func redirect() {
        var gate = underWay()
        _ = gate.navigation(to: two, isRedirect: false)
        gate.started()
        #expect(gate.navigation(to: three, isRedirect: true) == 2)
        gate.committed(two)
        #expect(gate.shown == 1)
        gate.committed(three)
        #expect(gate.shown == 2)
    }

    @Test("a load that a later one has overtaken is dropped")
    func overtaken() {
        var gate = LoadTracker()
        let later = gate.request(3, two)
        let earlier = gate.request(2, one)
        let again = gate.request(3, two)
        #expect(later && !earlier && !again)
    }

    @Test("a load that the page before stops is asked for again, not for ever")
    func stopped() {
        var gate = underWay()
        #expect(gate.swept(isStarted: true) == .none)
        for _ in 0..<2 {
            // The page asked to go elsewhere before the load had started.
            #expect(gate.swept(isStarted: false) == .load(two))
            // It stopped the load itself.
            #expect(gate.navigation(to: two, isRedirect: false) == 2)
            gate.started()
            #expect(gate.swept(isStarted: false) == .none)
            #expect(gate.swept(isStarted: true) == .load(two))
        }
        #expect(gate.swept(isStarted: false) == .giveUp(load: 2))
        #expect(gate.swept(isStarted: false) == .none)
        #expect(gate.shown == 1)
    }

    @Test("after a failure the page before is still the page before; what is distrusted is nobody's")
    func failure() {
        var gate = underWay()
        _ = gate.navigation(to: two, isRedirect: false)
        gate.started()
        gate.failed()
        gate.committed(two)
        #expect(gate.shown == 1)
        gate.distrust()
        #expect(gate.shown == 0)
    }

    @Test("a load waits from the asking until it begins, and no longer")
    func waiting() {
        var gate = LoadTracker()
        #expect(!gate.isWaiting(1))
        _ = gate.request(1, "https://bank.example/one")
        #expect(gate.isWaiting(1))
        #expect(!gate.isWaiting(2))
        _ = gate.navigation(to: "https://bank.example/one", isRedirect: false)
        #expect(gate.isWaiting(1))
        gate.started()
        #expect(!gate.isWaiting(1))
    }
}
