import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Synchronization
import Testing

@testable import CashBaba

/// The wallet's flows as steps of a journey, over a scripted network and a scripted user.
@Suite("Wallet plugins", .timeLimit(.minutes(10)))
struct WalletPluginTests {
    private typealias Replies = [String: [ScriptedPresenter.Reply]]
    private typealias Steps = [ScriptedTransport.Step]

    private static let paid = ScriptedTransport.Step.response(
        HTTPResponse(
            status: 200,
            body: Array(
                """
                {"code": 200, "data": {"transactionId": "TX-9", "transactionStatus": "Completed",
                 "transactionCurrencyCode": "BDT", "transactionAmount": 1250.50, "feeAmount": 0.1, "totalAmount": 1250.60,
                 "availableBalance": 23749.40, "message": "Well done", "paymentReference": "another"}}
                """.utf8)))
    private static let pin = TestFlow.pins(["pin": "13579"])

    /// The wallet of one host.
    private struct Host {
        let test: TestSDK
        let presenter: ScriptedPresenter
        let steps: WalletSteps

        init(
            _ script: Steps, _ replies: Replies = [:],
            access: (@Sendable () async throws -> WalletSteps.Access)? = nil
        ) throws {
            test = try TestSDK(script)
            presenter = ScriptedPresenter(replies, dependencies: .fixed())
            steps = WalletSteps(test.sdk, on: presenter) {
                try await access?()
                    ?? WalletSteps.Access(
                        environment: .demo, clientId: "client-7", clientSecret: "secret-7", wToken: "token-7")
            }
        }

        /// Returns the page's answer as text, or the error code.
        func call(_ plugin: any JourneyPlugin, _ method: String, _ params: JSONValue) async -> String {
            do { return try await plugin.handle(method, params: params).compactText } catch let error as JourneyError {
                for secret in ["13579", "secret-7", "token-7"] { #expect(!"\(error)".contains(secret)) }
                return error.code.rawValue
            } catch { return "\(error)" }
        }

        func setPin(_ params: JSONValue = [:]) async -> String { await call(SetPinPlugin(steps), "setPin", params) }
        func pay(_ params: JSONValue = ["paymentReference": "PAY-1"]) async -> String {
            await call(ConfirmPaymentPlugin(steps), "confirmPayment", params)
        }

        func expectOver(_ place: SourceLocation = #_sourceLocation) {
            #expect(presenter.faults == [] && presenter.unused == [] && !presenter.isShowing, sourceLocation: place)
            #expect(!test.sdk.isPresented, sourceLocation: place)
        }
    }

    @Test("setPin shows the wallet's screens, and the page learns only that it completed")
    func setPin() async throws {
        let host = try Host(
            [TestFlow.good, TestFlow.good, TestFlow.good, TestFlow.rules, TestFlow.good],
            [
                "welcome": [TestFlow.press("proceed")], "code": [TestFlow.code("123456")],
                "new-pin": [TestFlow.newPin],
            ])
        #expect(await host.setPin() == #"{"outcome":"completed"}"#)
        #expect(host.test.transport.requests.first?.headers["w-token"] == "token-7")
        host.expectOver()
    }

    @Test("confirmPayment returns transaction and exact amounts, but no balance, message or secret")
    func payment() async throws {
        for (kind, path) in [(nil, "paymentconfirm"), ("distributor", "MerchantDistributorPaymentConfirm")]
            as [(String?, String)]
        {
            let host = try Host([TestFlow.good, Self.paid], ["confirm-pin": [Self.pin]])
            var params: [String: JSONValue] = ["paymentReference": "PAY-1"]
            params["kind"] = kind.map { .string($0) }
            #expect(
                await host.pay(.object(params))
                    == #"{"amount":"1250.5","currency":"BDT","fee":"0.1","outcome":"completed","reference":"PAY-1","status":"Completed","total":"1250.6","transactionId":"TX-9"}"#
            )
            #expect(host.test.transport.requests.last?.url.path.hasSuffix(path) == true)
            host.expectOver()
        }
    }

    @Test("a QR payment is completed when authorised, and pending when its status is unknown")
    func qrCode() async throws {
        let code: Replies = ["code": [TestFlow.code("123456")]]
        let ask: JSONValue = ["paymentReference": "QR-1", "kind": "qr"]
        let good = try Host([TestFlow.good, TestFlow.validated(), TestFlow.good, TestFlow.status("Authorized")], code)
        #expect(
            await good.pay(ask)
                == #"{"outcome":"completed","reference":"QR-1","status":"Authorized","transactionId":"T1"}"#)
        good.expectOver()
        let unsure = try Host([TestFlow.good, TestFlow.validated(), TestFlow.good, TestFlow.status("Pending")], code)
        #expect(await unsure.pay(ask) == #"{"outcome":"pending","reference":"QR-1"}"#)
        unsure.expectOver()
    }

    @Test("a payment that may have been made is pending and not repeated; another reference is")
    func doubt() async throws {
        let lost: [ScriptedTransport.Step] = [
            .failure(JourneyError(.netTimeout, "No answer.")), TestFlow.refusal("Later.", status: 500),
            TestFlow.refusal("Later.", status: 503), .response(HTTPResponse(status: 200, body: Array("{".utf8))),
        ]
        for step in lost {
            let host = try Host(
                [TestFlow.good, step, TestFlow.good, Self.paid], ["confirm-pin": [Self.pin, Self.pin]])
            let pending = #"{"outcome":"pending","reference":"PAY-1"}"#
            for _ in 0..<3 {
                // Each from a new plugin, as hosts create them.
                #expect(await host.pay() == pending)
            }
            #expect(host.presenter.shown.count { $0.id == "confirm-pin" } == 1)
            #expect(host.test.transport.requests.count == 2)
            let other = await host.pay(["paymentReference": "PAY-2"])
            #expect(other.contains(#""outcome":"completed","reference":"PAY-2""#))
            host.expectOver()
        }
    }

    @Test("an unsent payment leaves no doubt: the person may leave, and the reference can be paid again")
    func notSent() async throws {
        let offline = ScriptedTransport.Step.failure(JourneyError(.netUnreachable, "No way.").beforeSending())
        let host = try Host(
            [TestFlow.good, offline, TestFlow.good, Self.paid],
            ["confirm-pin": [Self.pin, TestFlow.back, Self.pin]])
        #expect(await host.pay() == "USER_CANCELLED")
        #expect(await host.pay().contains(#""outcome":"completed","reference":"PAY-1""#))
        host.expectOver()
        // Sign-in fails: the step fails, and nothing is pending.
        let gone = try Host([offline, TestFlow.good, Self.paid], ["confirm-pin": [Self.pin]])
        #expect(await gone.pay() == "NET_UNREACHABLE")
        #expect(await gone.pay().contains("completed"))
        gone.expectOver()
    }

    @Test("an already paid bill is completed with the earlier transaction and the flag")
    func alreadyPaid() async throws {
        let used = TestWallet.answer(
            [
                "code": 409, "messages": ["Paid."],
                "data": [
                    "transactionId": "TX-1", "paymentReference": "PAY-1", "transactionStatus": "Authorized",
                    "message": "Paid.",
                ],
            ], status: 409)
        let host = try Host([TestFlow.good, used], ["confirm-pin": [Self.pin]])
        #expect(
            await host.pay()
                == #"{"alreadyPaid":true,"outcome":"completed","reference":"PAY-1","status":"Authorized","transactionId":"TX-1"}"#
        )
        host.expectOver()
    }

    @Test(
        "a reference is busy while its token is fetched, and pending while in doubt")
    func claimed() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let asked = Mutex(0)
        let host = try Host(
            [TestFlow.good, .failure(JourneyError(.netTimeout, "No answer."))], ["confirm-pin": [Self.pin]]
        ) {
            asked.withLock { $0 += 1 }
            for await _ in gate { break }
            return WalletSteps.Access(environment: .demo, clientId: "c", clientSecret: "s", wToken: "w")
        }
        let first = Task { await host.pay() }
        while asked.withLock({ $0 }) == 0 { await Task.yield() }
        #expect(await host.pay() == "BRIDGE_BUSY")
        open.yield()
        let pending = #"{"outcome":"pending","reference":"PAY-1"}"#
        #expect(await first.value == pending)
        #expect(await host.pay() == pending)
        #expect(asked.withLock { $0 } == 1)
        host.expectOver()
    }

    @Test("leaving is USER_CANCELLED, and a final refusal returns its code without the service's text")
    func ends() async throws {
        let left = try Host([TestFlow.good], ["confirm-pin": [TestFlow.back]])
        #expect(await left.pay() == "USER_CANCELLED")
        left.expectOver()
        let gone = try Host([TestFlow.good], ["welcome": [TestFlow.press(Screen.cancelled)]])
        #expect(await gone.setPin() == "USER_CANCELLED")
        gone.expectOver()
        let mended = try Host(
            [TestFlow.good, TestFlow.refusal("Wrong PIN."), Self.paid], ["confirm-pin": [Self.pin, Self.pin]])
        #expect(await mended.pay().contains("completed"))
        mended.expectOver()
        for (status, code) in [(401, "AUTH_EXPIRED"), (444, "SERVER_ERROR")] {
            let host = try Host([TestFlow.refusal("13579 and token-7", status: status)])
            #expect(await host.setPin() == code)
            host.expectOver()
        }
    }

    @Test(
        "other methods and parameters are refused before any request or screen",
        arguments: [
            [:], [], ["paymentReference": ""], ["paymentReference": 1], ["paymentReference": "PAY 1"],
            ["paymentReference": "PAY-1\nAmount: 1"], ["paymentReference": "PAY-\u{202E}1"],
            ["paymentReference": .string(String(repeating: "P", count: 257))],
            ["paymentReference": "PAY-1", "kind": "cash"], ["paymentReference": "PAY-1", "kind": .null],
            ["paymentReference": "PAY-1", "wToken": "mine"], ["paymentReference": "PAY-1", "environment": "live"],
        ] as [JSONValue])
    func parameters(params: JSONValue) async throws {
        let host = try Host([]) { throw JourneyError(.unknown, "Nobody asks for it.") }
        #expect(await host.pay(params) == "VALIDATION_FAIL")
        if params.object?.isEmpty != true { #expect(await host.setPin(params) == "VALIDATION_FAIL") }
        #expect(await host.call(SetPinPlugin(host.steps), "confirmPayment", [:]) == "BRIDGE_FORBIDDEN")
        #expect(await host.call(ConfirmPaymentPlugin(host.steps), "setPin", [:]) == "BRIDGE_FORBIDDEN")
        host.expectOver()
    }

    @Test("both plugins need only the payments permission")
    func permissions() throws {
        let steps = try Host([]).steps
        #expect(
            SetPinPlugin(steps).permissions == [.payments] && ConfirmPaymentPlugin(steps).permissions == [.payments])
        #expect(SetPinPlugin(steps).methods == ["setPin"] && ConfirmPaymentPlugin(steps).methods == ["confirmPayment"])
    }

    @Test("another step gets BRIDGE_BUSY while the wallet is presented, and the first continues")
    func busy() async throws {
        let host = try Host([TestFlow.good, Self.paid], ["confirm-pin": [.waitForUpdate, Self.pin]])
        let first = Task { await host.pay() }
        while host.presenter.shown.allSatisfy({ $0.id != "confirm-pin" }) { await Task.yield() }
        #expect(await host.setPin() == "BRIDGE_BUSY")
        #expect(await host.pay(["paymentReference": "PAY-2"]) == "BRIDGE_BUSY")
        first.cancel()
        #expect(await first.value == "USER_CANCELLED")
        #expect(!host.test.sdk.isPresented && host.test.transport.requests.count == 1)
    }

    @Test("a host's token error returns its code, and a step left meanwhile shows nothing")
    func access() async throws {
        let refused = try Host([]) { throw JourneyError(.authExpired, "No token.") }
        #expect(await refused.pay() == "AUTH_EXPIRED")
        refused.expectOver()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let slow = try Host([]) {
            for await _ in gate { break }
            return WalletSteps.Access(environment: .demo, clientId: "c", clientSecret: "s", wToken: "w")
        }
        let task = Task { await slow.pay() }
        task.cancel()
        open.yield()
        #expect(await task.value == "\(CancellationError())")
        slow.expectOver()
    }
}
