import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Faults in flows")
struct FlowFaultTests {
    @Test(
        "each fault at each call is shown in place or closes, with one callback and nothing left",
        arguments: FlowCall.all)
    func each(row: FlowCall) async throws {
        for fault in CallFault.allCases {
            let doubt = fault.leavesDoubt && row.isBinding || row.place == .afterConfirm
            let ends = fault.closes || doubt || row.place == .splash
            let time = TestTime()
            let again = ["code": [time.after(120, Screen.expired), TestFlow.press("resend")]]
            var replies = row.resends ? row.replies + again : row.replies
            switch row.place {
            case .screen(let screen), .skipped(let screen): if !ends { replies = replies + [screen: [TestFlow.cancel]] }
            case .splash, .afterConfirm: break
            }
            let flow = try TestFlow(
                row.type, row.steps + [fault.step] + row.rest, replies, hasToken: row.hasToken, time: time)
            await flow.presentThroughWaits()
            flow.expectOver(ends ? "failed" : "cancelled", "\(fault)")
            // A binding call is made once, a read up to three times.
            let tries = row.place == .afterConfirm ? (fault.isSilence ? 4 : 2) : rulesTries(row, fault)
            let calls = flow.paths.filter { $0 == row.call }.count
            // After a conflict in validating a QR payment its status is requested, at a path with the same last component.
            let asksStatus = row.call == "REF-1" && row.place == .splash && [.s409, .refused].contains(fault)
            #expect(calls == (asksStatus ? 2 : tries), "\(fault)")
            guard ends else {
                if case .screen(let screen) = row.place {
                    let before = row.resends ? WalletPhrase.codeExpired(.english) : nil
                    #expect(flow.shown(screen).map(\.inlineError).suffix(2) == [before, fault.words], "\(fault)")
                }
                continue
            }
            let unknown = WalletPhrase.outcomeUnknown(.english)
            let said = fault.closes || !doubt ? fault.words : nil
            let message = [said, doubt ? unknown : nil].compactMap { $0 }.joined(separator: " ")
            #expect(flow.told("message") == .string(message) && flow.told("doubt") == .bool(doubt), "\(fault)")
        }
    }

    private func rulesTries(_ row: FlowCall, _ fault: CallFault) -> Int {
        if case .skipped = row.place, !fault.closes { 3 } else { row.resends && row.type == .SET_PIN ? 2 : 1 }
    }

    @Test("missing PIN rules are requested three times, then the SDK's own are shown")
    func rules() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, Array(repeating: TestFlow.refusal("none", status: 404), count: 3) + [TestFlow.good],
            ["change-pin": [TestFlow.change]])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.paths == ["token"] + Array(repeating: "pinvalidationrules", count: 3) + ["pinchange"])
        let text = try #require(flow.shown("change-pin").first?.text)
        #expect(PINRules.own.allSatisfy { text.contains("• " + $0(.english)) })
        let late = try TestFlow(
            .CHANGE_PIN, [TestFlow.refusal("", status: 404), TestFlow.malformed, TestFlow.rules, TestFlow.good],
            ["change-pin": [TestFlow.change]])
        await late.present()
        late.expectOver("success")
        #expect(late.shown("change-pin").first?.text?.contains("• Five digits.") == true)
    }

    @Test("a missing encryption key sends nothing and shows an error at the PIN")
    func noKey() async throws {
        let flow = try TestFlow(.PAYMENT, [TestFlow.good], ["confirm-pin": [TestFlow.pin, TestFlow.cancel]])
        flow.test.sdk.api.configure { $0.encryptor = nil }
        await flow.present()
        flow.expectOver("cancelled")
        #expect(flow.paths == ["token"])
        #expect(flow.shown("confirm-pin").last?.inlineError == WalletPhrase.cannotGoOn(.english))
    }
}
