import JourneyTesting
import Testing

@testable import CredentialSharing

@Suite struct PrerequisiteGateTests {
    /// Returns a gate for the radio and for a location service in this state.
    private func gate(_ radio: LocalRadio, location: Permission.MissingReason?) -> PrerequisiteGate {
        PrerequisiteGate([
            .bluetooth(radio),
            Prerequisite(.location, lack: { location }, request: {}, changes: { AsyncStream { $0.finish() } }),
        ])
    }

    private func radio(_ state: RadioState, answer: RadioState = .poweredOn) -> LocalRadio {
        RadioMedium(clock: ManualClock()).radio(state: state, answer: answer)
    }

    @Test(arguments: [
        (RadioState.poweredOn, Permission.MissingReason?.none), (.poweredOff, .switchedOff),
        (.notDetermined, .notAsked),
        (.unauthorized, .denied), (.unsupported, .absent), (.resetting, .notReady),
    ])
    func `each radio state maps to its missing permission`(state: RadioState, lack: Permission.MissingReason?) async {
        let check = await PrerequisiteGate(radio(state)).checkCapabilities()
        #expect(check.lacks == (lack.map { [.bluetooth: $0] } ?? [:]))
        #expect(check.missing == (lack == nil ? [] : [.bluetooth]))
        #expect(check.isHopeless == (lack == .absent))
    }

    @Test func `missing permissions form a set, and missing hardware is reported alone`() async {
        let both = await gate(radio(.notDetermined), location: .notAsked).checkCapabilities()
        #expect(both.missing == [.bluetooth, .location] && !both.isHopeless)
        let none = await gate(radio(.poweredOn), location: nil).checkCapabilities()
        #expect(none.missing.isEmpty)
        // Without a radio, the user is not asked for anything.
        let absent = await gate(radio(.unsupported), location: .notAsked).checkCapabilities()
        #expect(absent.missing == [.bluetooth] && absent.isHopeless)
    }

    @Test func `switching the device on comes before asking for permission`() async {
        let off = await gate(radio(.poweredOff), location: .notAsked).checkCapabilities()
        #expect(off.next?.0 == .bluetooth)
        let asked = await gate(radio(.notDetermined), location: .switchedOff).checkCapabilities()
        #expect(asked.next?.0 == .location)
    }

    @Test(arguments: [
        (RadioState.notDetermined, RadioState.poweredOn, Permission.MissingReason?.none),
        (.notDetermined, .unauthorized, .denied), (.notDetermined, .poweredOff, .switchedOff),
        (.poweredOff, .poweredOn, .switchedOff), (.unauthorized, .poweredOn, .denied),
        (.unsupported, .poweredOn, .absent),
    ])
    func `asking returns the new state, and nothing is asked that asking cannot change`(
        state: RadioState, answer: RadioState, lack: Permission.MissingReason?
    ) async {
        let radio = radio(state, answer: answer)
        #expect(await PrerequisiteGate(radio).requestAuthorization(.bluetooth) == lack)
        #expect(await PrerequisiteGate(radio).requestAuthorization(.location) == nil)
    }

    @Test(.timeLimit(.minutes(10))) func `a change is reported`() async {
        let radio = radio(.poweredOff)
        let changes = PrerequisiteGate(radio).changes()
        // The gate observes from its first call on, in its own task: the radio is toggled until the change is reported.
        let toggling = Task {
            while !Task.isCancelled {
                radio.become(.poweredOn)
                radio.become(.poweredOff)
                await Task.yield()
            }
        }
        for await _ in changes { break }
        toggling.cancel()
    }
}
