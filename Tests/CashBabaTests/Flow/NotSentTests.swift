import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

/// A service that cannot be reached after the user has entered the PIN or the code.
@Suite("Requests that were not sent")
struct NotSentTests {
    private static func notSent(_ code: ErrorCode = .netUnreachable) -> ScriptedTransport.Step {
        .failure(JourneyError(code, "Nothing was written.").beforeSending())
    }

    private static let words = "Nothing was sent. You're offline. Check your connection and try again."

    @Test(
        "an unsent request is reported on its screen, may be retried, and leaving cancels without doubt",
        arguments: FlowCall.all.filter(\.isBinding))
    func screen(row: FlowCall) async throws {
        guard case .screen(let screen) = row.place else {
            Issue.record("a binding call is made from a screen")
            return
        }
        let left = try TestFlow(
            row.type, row.steps + [Self.notSent()], row.replies + [screen: [TestFlow.cancel]])
        await left.present()
        left.expectOver("cancelled")
        #expect(left.shown(screen).map(\.inlineError) == [nil, Self.words])
        // The status of an unconfirmed QR payment is not requested.
        #expect(left.paths.filter { $0 == row.call }.count == 1 && left.paths.last == row.call)
        let status = row.type == .CPQRC ? [TestFlow.status("Authorized")] : []
        let again = try TestFlow(
            row.type, row.steps + [Self.notSent(), TestFlow.good] + status, row.replies + row.replies)
        await again.present()
        again.expectOver("success")
        #expect(again.paths.filter { $0 == row.call }.count == 2)
    }

    @Test("the same network failure after the request was begun ends the flow in doubt")
    func begun() async throws {
        for row in FlowCall.all where row.isBinding && row.type != .CPQRC {
            var error = JourneyError(.netUnreachable, "The connection broke.")
            error.requestFate = .unknown
            let flow = try TestFlow(row.type, row.steps + [.failure(error)], row.replies)
            await flow.present()
            flow.expectOver("failed")
            #expect(flow.told("doubt") == true)
            #expect(flow.told("message") == .string(WalletPhrase.outcomeUnknown(.english)))
        }
    }

    @Test("an unsent request has its own text in each language, different from doubt", arguments: Language.allCases)
    func languages(language: Language) {
        for code in [ErrorCode.netUnreachable, .netTimeout, .tlsFail, .pinningFail] {
            let error = ErrorPolicy.failure(JourneyError(code, "no").beforeSending(), to: .payment)
            let message = error.message(in: language)
            #expect(message.hasPrefix(WalletPhrase.notSent(language) + " "))
            #expect(!message.contains(WalletPhrase.outcomeUnknown(language)) && !error.leavesDoubt)
        }
    }
}
