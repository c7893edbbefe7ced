import JourneyBase
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("The fourth and the fifth step of a start: execute and conclude", .timeLimit(.minutes(10)))
struct ExecuteTests {
    private func snapshots(_ world: JourneyFixture) async throws -> Int {
        try await world.store.keys().count { $0.rawValue.hasPrefix("snapshot") }
    }

    @Test("an admitted run ends, and its monitoring stops")
    func runs() async throws {
        let world = try JourneyFixture(hurried: true)
        let start = try await world.start()
        let admitted = try await start.admit(try await start.resume(try await start.prepare()))
        guard case .ended(.completed(let payload), let run) = await start.execute(admitted) else {
            Issue.record("The run did not complete.")
            return
        }
        #expect(payload == ["reference": "TX-1"] && run.terminal == .completed && run.open.isEmpty)
        #expect(admitted.watching.isCancelled)
        #expect(world.events.entries("result").isEmpty, "the host is told by the last step")
        #expect(try await snapshots(world) == 1, "until the host was told")
    }

    @Test("a barred run enters no step and keeps the suspended payment")
    func barred() async throws {
        let world = try await JourneyFixture.leavingPayment().resuming()
        let start = try await world.start()
        let ready = try await start.resume(try await start.prepare())
        let entered = world.events.entries("step_enter").count
        let admitted = AdmittedStart(
            ready: ready, admission: .barred(JourneyError(.attestationFail, "Not believed.")), watching: Task {})
        let ending = await start.execute(admitted)
        guard case .barred(_, let left?) = ending else {
            Issue.record("The run was not barred.")
            return
        }
        #expect(left.snapshot.operations == ["createTransfer"])
        #expect(world.events.entries("step_enter").count == entered)
        guard case .pending = await start.conclude(ending) else {
            Issue.record("A payment was denied.")
            return
        }
        #expect(try await snapshots(world) == 1)
    }

    @Test("the end of a run is reported once, and then its snapshot is removed")
    func concluded() async throws {
        let world = try JourneyFixture(hurried: true)
        let start = try await world.start()
        let admitted = try await start.admit(try await start.resume(try await start.prepare()))
        let outcome = await start.conclude(await start.execute(admitted))
        #expect(JourneyResult(outcome) == .completed(payload: ["reference": "TX-1"]))
        #expect(world.events.entries("result").count == 1 && world.events.names.last == "result")
        #expect(try await snapshots(world) == 0)
    }

    @Test("a failed start ends with its error, which is reported before the result")
    func failed() async throws {
        let cases: [(any Error, Outcome<JSONValue>, [String])] = [
            (JourneyError(.netTimeout, "Late."), .failed(JourneyError(.netTimeout, "Late.")), ["error", "result"]),
            (
                JourneyFixture.UnexpectedResult(), .failed(JourneyError(.unknown, "The journey could not be started.")),
                ["error", "result"]
            ),
            (JourneyError(.userCancelled, "Closed."), .cancelled, ["result"]),
            (CancellationError(), .cancelled, ["result"]),
        ]
        for (error, outcome, told) in cases {
            let world = try JourneyFixture()
            let start = try await world.start()
            let end = await start.conclude(.failed(StartFailure(error: error, suspendedRun: nil)))
            #expect(JourneyResult(end) == JourneyResult(outcome))
            #expect(world.events.names == told)
        }
    }

    @Test("a start that fails before a suspended run continues does not deny its payment")
    func carried() async throws {
        let world = try await JourneyFixture.leavingPayment().resuming()
        let start = try await world.start()
        let left = try await start.prepare().suspendedRun
        for (error, reason) in [
            (JourneyError(.netTimeout, "Late.") as any Error, "NET_TIMEOUT"), (CancellationError(), "USER_CANCELLED"),
        ] {
            let end = await start.conclude(.failed(StartFailure(error: error, suspendedRun: left)))
            #expect(
                JourneyResult(end)
                    == .pending(payload: ["reason": .string(reason), "operations": ["createTransfer"], "steps": [:]]))
        }
        #expect(try await snapshots(world) == 1)
    }
}
