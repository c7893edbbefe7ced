import Testing

@testable import JourneyBase

@MainActor
struct VisibilityGateTests {
    private func settle() async { for _ in 0..<20 { await Task.yield() } }

    @Test("waiting tasks continue when the gate opens, and later ones do not wait until it closes")
    func coming() async {
        let arrival = VisibilityGate()
        let waiting = (0..<2).map { _ in Task { await arrival.wait() } }
        await settle()
        arrival.open()
        for task in waiting { #expect(await task.value) }
        #expect(await arrival.wait())
        arrival.close()
        let late = Task { await arrival.wait() }
        await settle()
        arrival.open()
        #expect(await late.value)
    }

    @Test("a cancelled task stops waiting, and the others continue to wait")
    func givingUp() async {
        let arrival = VisibilityGate()
        let (patient, hasty) = (Task { await arrival.wait() }, Task { await arrival.wait() })
        await settle()
        hasty.cancel()
        #expect(await !hasty.value)
        let late = Task { await arrival.wait() }
        late.cancel()
        #expect(await !late.value)
        arrival.open()
        #expect(await patient.value)
        // An open gate doesn't let a cancelled task start.
        let tooLate = Task { await arrival.wait() }
        tooLate.cancel()
        #expect(await !tooLate.value)
    }
}
