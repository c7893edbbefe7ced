import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("QR payments")
struct QRPaymentTests {
    private func qr(
        _ steps: [ScriptedTransport.Step], codes: [ScriptedPresenter.Reply] = [TestFlow.code()]
    ) throws -> TestFlow {
        try TestFlow(.CPQRC, [TestFlow.validated()] + steps, ["code": codes])
    }

    @Test(
        "a QR payment succeeds only when its status is authorised, and never calls onUserCancel",
        arguments: [
            (JSONValue.string("Authorized"), true), ("Pending", false), ("authorized", false), ("", false),
            ("Authorized ", false), (1, false), (nil, false),
        ])
    func authorized(word: JSONValue, isPaid: Bool) async throws {
        let flow = try qr([TestFlow.good, TestFlow.status(word)])
        await flow.present()
        flow.expectOver(isPaid ? "success" : "failed")
        #expect(flow.paths == ["token", "REF-1", "CPQRCPaymentConfirm", "REF-1"])
        #expect(
            flow.test.transport.requests.map { $0.headers["scope"] } == [
                "Payment", "Transaction", "Transaction", "Transaction",
            ])
        #expect(isPaid ? flow.told("flow") == "cpqrc" : flow.told("doubt") == true)
    }

    @Test(
        "a lost confirmation, or a server error after it, pays once: the status decides",
        arguments: [
            ScriptedTransport.Step.failure(JourneyError(.netUnreachable, "no")), TestFlow.timeout, TestFlow.malformed,
            TestFlow.refusal("", status: 500), TestFlow.refusal("", status: 501), TestFlow.refusal("", status: 504),
        ])
    func dropped(step: ScriptedTransport.Step) async throws {
        let paid = try qr([step, TestFlow.status("Authorized")])
        await paid.present()
        paid.expectOver("success")
        #expect(paid.paths.filter { $0 == "CPQRCPaymentConfirm" }.count == 1)
        let open = try qr([step, TestFlow.status("Pending")])
        await open.present()
        open.expectOver("failed")
        #expect(open.told("doubt") == true && open.paths.filter { $0 == "CPQRCPaymentConfirm" }.count == 1)
    }

    @Test(
        "only the status of this transaction counts, not another one's under the same reference",
        arguments: [(JSONValue.string("T1"), true), ("T2", false), ("t1", false), ("", false), (.null, true)])
    func sameTransaction(id: JSONValue, isPaid: Bool) async throws {
        let status = TestWallet.answer(["code": 200, "data": ["transactionId": id, "status": "Authorized"]])
        let flow = try qr([TestFlow.good, status])
        await flow.present()
        flow.expectOver(isPaid ? "success" : "failed")
        if !isPaid { #expect(flow.told("doubt") == true) }
    }

    @Test("a 401 at confirm requests no status; a 444 does, and closes with the service's message")
    func closed() async throws {
        let unauthorized = try qr([TestFlow.refusal("", status: 401)])
        await unauthorized.present()
        unauthorized.expectOver("failed")
        #expect(unauthorized.paths.count == 3)
        let fatal = try qr([TestFlow.refusal("Blocked.", status: 444), TestFlow.status("Pending")])
        await fatal.present()
        fatal.expectOver("failed")
        #expect(fatal.paths.count == 4 && fatal.told("message") == "Blocked." && fatal.told("doubt") == false)
        let late = try qr([TestFlow.refusal("Wrong."), TestFlow.refusal("Blocked.", status: 444)])
        await late.present()
        late.expectOver("failed")
        #expect(late.told("message") == "Blocked." && late.told("doubt") == false)
    }

    @Test("a wrong code is shown, and the next code is another attempt")
    func wrongCode() async throws {
        let flow = try qr(
            [
                TestFlow.refusal("The code is wrong."), TestFlow.status("Pending"), TestFlow.good,
                TestFlow.status("Authorized"),
            ], codes: [TestFlow.code("111111"), TestFlow.code()])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.shown("code").map(\.inlineError) == [nil, "The code is wrong."])
        #expect(
            flow.shown("code").allSatisfy { $0.text?.contains("You're paying the bill.\nReference: REF-1") == true })
    }
}
