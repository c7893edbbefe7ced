import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Synchronization
import Testing

@testable import CashBaba

@Suite("Payment that was already made")
struct AlreadyPaidTests {
    private typealias Members = [String: JSONValue]

    private static let earlier: Members = [
        "transactionId": "TX-1", "paymentReference": "REF-1", "transactionStatus": "Authorized",
        "transactionAmount": 1250,
    ]
    private static let words = "This has been paid already."

    /// Returns a refusal with `data`: as a status, or in the body of a successful HTTP response.
    private static func used(_ data: JSONValue, code: Int = 409, inBody: Bool = false) -> ScriptedTransport.Step {
        TestWallet.answer(
            ["code": .number(JSONNumber(code)), "messages": [.string(words)], "data": data], status: inBody ? 200 : code
        )
    }

    /// Presents the flow and returns the success that the host receives.
    private func success(of flow: TestFlow) async -> OnSuccessModel? {
        let told = Mutex<OnSuccessModel?>(nil)
        await flow.test.sdk.present(
            flow.args, on: flow.presenter, onSuccess: { model in told.withLock { $0 = model } },
            onFailed: { _ in }, onUserCancel: {})
        #expect(flow.presenter.faults == [] && flow.presenter.unused == [])
        return told.withLock(\.self)
    }

    @Test(
        "an already paid bill ends completed with the earlier payment and the flag",
        arguments: [MethodTypes.PAYMENT, .DISTRIBUTOR_PAYMENT], [false, true])
    func bill(type: MethodTypes, inBody: Bool) async throws {
        let flow = try TestFlow(
            type, [Self.used(.object(Self.earlier), inBody: inBody)], ["confirm-pin": [TestFlow.pin]])
        let model = try #require(await success(of: flow))
        let data = try #require((model.paymentResponse ?? model.distributorPaymentResponse)?.data)
        #expect(model.isAlreadyPaid && data.isAlreadyPaid)
        #expect(data.transactionID == "TX-1" && data.paymentReference == "REF-1" && data.transactionAmount == 1250)
        #expect(flow.paths.count == 2)
    }

    @Test("an already made transfer ends completed where the service names it")
    func transfer() async throws {
        let flow = try TestFlow(
            .TRANSFER, [Self.used(["transactionId": "TX-1", "status": "Authorized"])],
            ["confirm-pin": [TestFlow.pin]])
        let model = try #require(await success(of: flow))
        #expect(model.isAlreadyPaid && model.transferResponse?.data.transactionId == "TX-1")
    }

    @Test("a payment made by this flow has no flag")
    func first() async throws {
        let paid = TestWallet.answer(["code": 200, "data": .object(Self.earlier)])
        let flow = try TestFlow(.PAYMENT, [paid], ["confirm-pin": [TestFlow.pin]])
        #expect(await success(of: flow)?.isAlreadyPaid == false)
    }

    /// Refusals that name no payment of this bill.
    private static let nearMisses: [(String, JSONValue, Int)] = [
        ("no data", nil, 409), ("data that is no object", [], 409),
        ("no transaction", .object(earlier.filter { $0.key != "transactionId" }), 409),
        ("an empty transaction", .object(earlier.merging(["transactionId": ""]) { $1 }), 409),
        ("no status", .object(earlier.filter { $0.key != "transactionStatus" }), 409),
        ("another status", .object(earlier.merging(["transactionStatus": "Pending"]) { $1 }), 409),
        ("a status in other letters", .object(earlier.merging(["transactionStatus": "authorized"]) { $1 }), 409),
        ("another bill", .object(earlier.merging(["paymentReference": "REF-2"]) { $1 }), 409),
        ("no bill", .object(earlier.filter { $0.key != "paymentReference" }), 409),
        ("an amount that is none", .object(earlier.merging(["transactionAmount": "much"]) { $1 }), 409),
        ("another refusal", .object(earlier), 400), ("yet another", .object(earlier), 422),
    ]

    @Test("a refusal that names no earlier payment of this bill stays a refusal", arguments: nearMisses)
    func nearMiss(name: String, data: JSONValue, code: Int) async throws {
        for inBody in [false, true] {
            let flow = try TestFlow(
                .PAYMENT, [Self.used(data, code: code, inBody: inBody)],
                ["confirm-pin": [TestFlow.pin, TestFlow.cancel]])
            #expect(await success(of: flow) == nil, "\(name)")
            #expect(flow.shown("confirm-pin").map(\.inlineError) == [nil, Self.words], "\(name)")
        }
    }

    @Test("a QR payment that is already authorised ends completed without a code")
    func qr() async throws {
        let earlier: JSONValue = ["transactionId": "T0", "status": "Authorized"]
        let ways: [[ScriptedTransport.Step]] = [
            [Self.used(earlier)], [Self.used(earlier, inBody: true)],
            [TestWallet.answer(["code": 200, "data": earlier])],
            [Self.used(nil), TestWallet.answer(["code": 200, "data": earlier])],
        ]
        for steps in ways {
            let flow = try TestFlow(.CPQRC, steps)
            let model = try #require(await success(of: flow))
            #expect(model.isAlreadyPaid && model.cpqrcResponse?.data.transactionId == "T0")
            #expect(flow.shown("code").isEmpty && flow.paths.count == steps.count + 1)
        }
        for status in [TestFlow.status("Pending"), TestFlow.refusal("No.", status: 404), TestFlow.malformed] {
            let flow = try TestFlow(.CPQRC, [Self.used(nil), status])
            await flow.present()
            flow.expectOver("failed")
            #expect(flow.told("message") == .string(Self.words) && flow.told("doubt") == false)
        }
    }

    @Test(
        "a QR payment authorised during code entry has the flag, unless this confirmation may have caused it"
    )
    func qrConfirmed() async throws {
        for (step, isPaidBefore) in [
            (Self.used(nil), true), (TestFlow.good, false), (TestFlow.timeout, false),
            (TestFlow.refusal("Later.", status: 503), false),
        ] {
            let flow = try TestFlow(
                .CPQRC, [TestFlow.validated(), step, TestFlow.status("Authorized")], ["code": [TestFlow.code()]])
            let model = try #require(await success(of: flow))
            #expect(model.isAlreadyPaid == isPaidBefore)
        }
    }

    @Test("the calls themselves throw a refusal that says it was paid")
    func calls() async throws {
        let wallet = try TestWallet([Self.used(.object(Self.earlier))])
        let error = try #require(await wallet.error(.payment))
        #expect(error.code == 409 && error.isAlreadyPaid && !error.leavesDoubt)
        #expect(await (try TestWallet([Self.used(nil)])).error(.payment)?.isAlreadyPaid == false)
        // Ordering a card and setting a PIN are not payments.
        for endpoint in Endpoint.allCases where !endpoint.isPayment {
            let wallet = try TestWallet([Self.used(.object(Self.earlier))])
            #expect(await wallet.error(endpoint)?.isAlreadyPaid == false)
        }
    }
}
