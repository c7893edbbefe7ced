import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Cover screens and logs of a flow")
struct FlowCoverTests {
    @Test(
        "the splash is drawn once, stays until the first screen, and never returns",
        arguments: [
            (MethodTypes.CHANGE_PIN, [TestFlow.rules, TestFlow.good], ["change-pin": [TestFlow.change]]),
            (
                .CPQRC, [TestFlow.validated(), TestFlow.good, TestFlow.status("Authorized")],
                ["code": [TestFlow.code()]]
            ),
            (
                .SET_PIN, [TestFlow.good, TestFlow.good, TestFlow.rules, TestFlow.good],
                ["welcome": [TestFlow.proceed], "code": [TestFlow.code()], "new-pin": [TestFlow.newPin]]
            ),
        ])
    func splash(
        type: MethodTypes, steps: [ScriptedTransport.Step], replies: [String: [ScriptedPresenter.Reply]]
    ) async throws {
        let flow = try TestFlow(type, steps, replies)
        await flow.present()
        flow.expectOver("success")
        let ids = flow.presenter.shown.map(\.id)
        #expect(ids.first == "splash" && ids.filter { $0 == "splash" }.count == 1)
        // No screen is shown twice in a row, and every screen is covered during its call.
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 != $1 })
        #expect(ids.count == 2 * replies.count + 1 && ids.last == "wallet-wait")
    }

    @Test("no PIN, code or token is logged, and a host can switch off the flow log")
    func log() async throws {
        for isOn in [true, false] {
            let lines = EventRecorder()
            let log = Log { entry in
                lines.record(entry.sentence, ["fields": .string("\(entry.fields.values.sorted())")])
            }
            let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [TestFlow.pin]], log: log)
            if !isOn { flow.test.sdk.setLogs([.network, .session]) }
            await flow.present()
            flow.expectOver("success")
            let text = lines.entries.map { "\($0)" }.joined()
            #expect(["13579", "fresh-token", "REF-1"].allSatisfy { !text.contains($0) })
            #expect(lines.names.contains("Wallet flow started") == isOn && text.contains("PAYMENT") == isOn)
        }
    }
}
