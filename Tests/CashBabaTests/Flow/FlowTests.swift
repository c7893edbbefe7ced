import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import TestSupport
import Testing

@testable import CashBaba

/// One presentation over a scripted network and a scripted person.
struct TestFlow {
    let test: TestSDK
    let presenter: ScriptedPresenter
    let args: NavigationArgs

    static let good = TestWallet.answer(TestWallet.good)
    static let rules = TestWallet.answer([
        "code": 200, "data": ["validationMessages": [["english": "Five digits.", "bangla": "পাঁচ সংখ্যা।"]]],
    ])
    static func refusal(_ text: String, status: Int = 400) -> ScriptedTransport.Step {
        TestWallet.answer(["messages": [.string(text)]], status: status)
    }

    /// The token is granted before `steps`.
    init(
        _ type: MethodTypes, _ steps: [ScriptedTransport.Step], _ replies: [String: [ScriptedPresenter.Reply]],
        language: String = "en"
    ) throws {
        test = try TestSDK([Self.good] + steps)
        presenter = ScriptedPresenter(replies, surroundings: .fixed())
        args = NavigationArgs(
            type: type, wToken: "w", languageCode: language, environment: .demo, paymentReference: "REF-1",
            clientId: "c", clientSecret: "s", phone: "01700000021",
            transferInfo: TransferInfo(bankTokenNo: "b", transactionAmount: "1250.50", purpose: "rent"),
            cardProductCode: "P", cardDeliveryAddress: "House 1, Dhaka")
    }

    func present(_ args: NavigationArgs? = nil, faces: (any FaceCapture)? = nil) async {
        let events = test.events
        await test.sdk.present(
            args ?? self.args, on: presenter, faces: faces,
            onSuccess: { model in
                events.record("success", ["flow": .string("\(model)".prefix { $0 != "(" }.description)])
            },
            onFailed: { model in
                events.record(
                    "failed", ["title": .string(model.error.title), "message": .string(model.errorMessage)])
            }, onUserCancel: { events.record("cancelled", [:]) })
    }

    /// The paths that were asked for, without what is the same in all.
    var paths: [String] {
        test.transport.requests.compactMap { $0.url.path.split(separator: "/").last.map(String.init) }
    }

    static func press(_ action: String, _ values: [String: ScreenAction.Value] = [:]) -> ScriptedPresenter.Reply {
        .answer(ScreenAction(action: action, values: values))
    }
    static func pins(_ pins: [String: String]) -> ScriptedPresenter.Reply {
        press("submit", pins.mapValues { .secret(TestWallet.pin($0)) })
    }
    static func code(_ digits: String) -> ScriptedPresenter.Reply { press("submit", ["code": .text(digits)]) }
    static let back = press(Screen.back)
    static let newPin = pins(["new": "13579", "repeat": "13579"])
    static let change = pins(["current": "24680", "new": "13579", "repeat": "13579"])
    static let identity = press("submit", ["nationalId": "৪৩২১", "birthDate": "1990-02-28"])

    /// What holds after every presentation, however it ended: nothing is shown, nothing is left, one callback.
    func expectOver(_ event: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(test.events.names == [event], sourceLocation: sourceLocation)
        #expect(
            !presenter.isShowing && presenter.faults == [] && presenter.unused == [], sourceLocation: sourceLocation)
        #expect(test.sdk.remainingSeconds == 0 && test.sdk.sessionStore.isTokenExpired, sourceLocation: sourceLocation)
        #expect(test.sdk.dataStorage.navigationArgs == nil, sourceLocation: sourceLocation)
    }
}

@Suite("Flows")
struct FlowTests {
    @Test(
        "CHANGE_PIN: the rules are shown, faults are mended on the screen, and the success comes after the screen is gone"
    )
    func changePin() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.rules, TestFlow.refusal("The PIN is wrong."), TestFlow.good],
            [
                "change-pin": [
                    TestFlow.pins(["current": "24680", "new": "13579", "repeat": "13578"]),
                    TestFlow.pins(["current": "24680", "new": "33333", "repeat": "33333"]),
                    TestFlow.pins(["current": "24680", "new": "54321", "repeat": "54321"]), TestFlow.change,
                    TestFlow.change,
                ]
            ])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.test.events.entries.first?.attributes["flow"] == "changePin")
        #expect(flow.paths == ["token", "pinvalidationrules", "pinchange", "pinchange"])
        #expect(flow.test.transport.requests.first?.headers["scope"] == "PinManagement")
        let screens = flow.presenter.shown.filter { $0.id == "change-pin" }
        #expect(
            screens.map(\.inlineError) == [
                nil, "The two new PINs were not the same.", WalletPhrase.pinTooEasy(.english),
                WalletPhrase.pinTooEasy(.english), "The PIN is wrong.",
            ])
        #expect(screens.allSatisfy { $0.text?.contains("• Five digits.") == true && $0.isPrivate })
    }

    @Test("SET_PIN: welcome, code, PIN; Back from the PIN leads to welcome and skips the code")
    func setPin() async throws {
        let flow = try TestFlow(
            .SET_PIN,
            [
                TestFlow.good, TestFlow.refusal("The code is wrong."), TestFlow.good, TestFlow.rules, TestFlow.good,
                TestFlow.good, TestFlow.rules, TestFlow.good,
            ],
            [
                "welcome": [TestFlow.press("proceed"), TestFlow.press("proceed")],
                "code": [TestFlow.code("111111"), TestFlow.code("123456"), TestFlow.code("123456")],
                "new-pin": [TestFlow.back, TestFlow.newPin],
            ])
        await flow.present()
        flow.expectOver("success")
        #expect(
            flow.paths == [
                "token", "otpsend", "otpverify", "otpverify", "pinvalidationrules", "otpsend", "otpverify",
                "pinvalidationrules", "pinset",
            ])
        let screens = flow.presenter.shown.map(\.id).filter { $0 != "wallet-wait" }
        #expect(screens == ["welcome", "code", "code", "new-pin", "welcome", "code", "new-pin"])
        let codes = flow.presenter.shown.filter { $0.id == "code" }
        #expect(codes.map(\.inlineError) == [nil, "The code is wrong.", nil])
        #expect(codes.allSatisfy { $0.text == "We sent a code to •••• 21." })
    }

    @Test("FORGOT_PIN: who the person is, code, PIN, with the reset's identifier")
    func forgotPin() async throws {
        let identifier = TestWallet.answer(["code": 200, "data": ["identifier": "id-7"]])
        let flow = try TestFlow(
            .FORGOT_PIN,
            [TestFlow.refusal("Not yours.", status: 404), TestFlow.good, identifier, TestFlow.rules, TestFlow.good],
            [
                "identity": [
                    TestFlow.press("submit", ["nationalId": "432", "birthDate": "1990-02-28"]),
                    TestFlow.press("submit", ["nationalId": "4321", "birthDate": "28/02/1990"]), TestFlow.identity,
                    TestFlow.identity,
                ], "code": [TestFlow.code("123456")], "new-pin": [TestFlow.newPin],
            ])
        await flow.present()
        flow.expectOver("success")
        #expect(
            flow.paths == ["token", "forgetpin", "forgetpin", "forgetpinotpverify", "pinvalidationrules", "resetpin"])
        let body = try #require(flow.test.transport.requests.last).body
        #expect(FormBody(parsing: body)?.entries.first == FormBody.Entry("Identifier", "id-7"))
        #expect(
            flow.presenter.shown.filter { $0.id == "identity" }.map(\.inlineError) == [
                nil, WalletPhrase.fourDigitsNeeded(.english), WalletPhrase.birthDateNeeded(.english), "Not yours.",
            ])
    }

    @Test(
        "TRANSFER, PAYMENT, DISTRIBUTOR_PAYMENT and APPLY_PREPAID_CARD: what it is about, a PIN, one call",
        arguments: [
            (MethodTypes.TRANSFER, "WithdrawMoneyToBank", "LinkBank", "Amount: ৳1250.50\nPurpose: rent", "transfer"),
            (.PAYMENT, "paymentconfirm", "Payment", "REF-1", "payment"),
            (.DISTRIBUTOR_PAYMENT, "MerchantDistributorPaymentConfirm", "Payment", "REF-1", "distributorPayment"),
            (.APPLY_PREPAID_CARD, "bankcardissuingrequest", "CardIssue", "P\nHouse 1, Dhaka", "applyPrepaidCard"),
        ])
    func confirmed(type: MethodTypes, path: String, scope: String, text: String, name: String) async throws {
        let flow = try TestFlow(
            type, [TestFlow.refusal("The PIN is wrong."), TestFlow.good],
            ["confirm-pin": [TestFlow.pins(["pin": "11111"]), TestFlow.pins(["pin": "13579"])]])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.paths == ["token", path, path])
        #expect(
            flow.test.transport.requests.allSatisfy { $0.headers["scope"] == scope && $0.headers["w-token"] == "w" })
        #expect(flow.presenter.shown.last { $0.id == "confirm-pin" }?.text?.hasSuffix(text) == true)
        #expect(flow.test.events.entries.first?.attributes["flow"] == .string(name))
    }

    @Test(
        "what the host did not hand over ends the flow before anybody is asked",
        arguments: [
            MethodTypes.TRANSFER, .PAYMENT, .DISTRIBUTOR_PAYMENT, .CPQRC, .APPLY_PREPAID_CARD,
        ])
    func lacking(type: MethodTypes) async throws {
        let flow = try TestFlow(type, [TestFlow.good], [:])
        var args = flow.args
        (args.paymentReference, args.transferInfo, args.cardProductCode) = (nil, nil, "")
        await flow.present(args)
        flow.expectOver("failed")
        #expect(flow.paths == ["token"])
    }

    /// A flow with what leads to each of its screens, and the screen.
    private static let screens: [(MethodTypes, [ScriptedTransport.Step], [String: [ScriptedPresenter.Reply]], String)] =
        [
            (.CHANGE_PIN, [TestFlow.rules], [:], "change-pin"), (.SET_PIN, [], [:], "welcome"),
            (.SET_PIN, [TestFlow.good], ["welcome": [TestFlow.press("proceed")]], "code"),
            (
                .SET_PIN, [TestFlow.good, TestFlow.good, TestFlow.rules],
                ["welcome": [TestFlow.press("proceed")], "code": [TestFlow.code("123456")]], "new-pin"
            ), (.FORGOT_PIN, [], [:], "identity"),
            (.FORGOT_PIN, [TestFlow.good], ["identity": [TestFlow.identity]], "code"),
            (.TRANSFER, [], [:], "confirm-pin"), (.PAYMENT, [], [:], "confirm-pin"),
            (.DISTRIBUTOR_PAYMENT, [], [:], "confirm-pin"), (.APPLY_PREPAID_CARD, [], [:], "confirm-pin"),
            (.CPQRC, [TestFlow.validated()], [:], "code"),
        ]

    @Test("Cancel at every screen is one onUserCancel, and nothing is left", arguments: screens.indices)
    func cancel(row: Int) async throws {
        let (type, steps, replies, screen) = Self.screens[row]
        let flow = try TestFlow(
            type, steps, replies.merging([screen: [TestFlow.press(Screen.cancelled)]]) { $0 + $1 })
        await flow.present()
        flow.expectOver("cancelled")
    }

    @Test(
        "Back at a flow's first screen is one onUserCancel",
        arguments: [
            (MethodTypes.CHANGE_PIN, "change-pin"), (.SET_PIN, "welcome"), (.FORGOT_PIN, "identity"),
            (.TRANSFER, "confirm-pin"),
            (.PAYMENT, "confirm-pin"), (.DISTRIBUTOR_PAYMENT, "confirm-pin"), (.APPLY_PREPAID_CARD, "confirm-pin"),
            (.CPQRC, "code"),
        ])
    func backAtRoot(type: MethodTypes, screen: String) async throws {
        let steps = type == .CPQRC ? [TestFlow.validated()] : type == .CHANGE_PIN ? [TestFlow.rules] : []
        let flow = try TestFlow(type, steps, [screen: [TestFlow.back]])
        await flow.present()
        flow.expectOver("cancelled")
    }

    @Test("a session that runs out takes every screen away and is one onFailed", arguments: screens.indices)
    func expiry(row: Int) async throws {
        let (type, steps, replies, screen) = Self.screens[row]
        let flow = try TestFlow(type, steps, replies.merging([screen: [.never]]) { $0 + $1 })
        let task = Task { await flow.present() }
        while flow.presenter.current?.id != screen { await Task.yield() }
        await flow.test.clock.waitForNaps(1)
        flow.test.clock.advance(by: .seconds(300))
        await task.value
        #expect(flow.test.events.names == ["failed"])
        #expect(flow.test.events.entries.first?.attributes["message"] == "Session expired")
        #expect(!flow.presenter.isShowing && flow.presenter.faults == [])
    }

    @Test("a host that lets go at a screen is one onUserCancel", arguments: screens.indices)
    func released(row: Int) async throws {
        let (type, steps, replies, screen) = Self.screens[row]
        let flow = try TestFlow(type, steps, replies.merging([screen: [.never]]) { $0 + $1 })
        let task = Task { await flow.present() }
        while flow.presenter.current?.id != screen { await Task.yield() }
        task.cancel()
        await task.value
        #expect(flow.test.events.names == ["cancelled"])
        #expect(!flow.presenter.isShowing && flow.presenter.faults == [])
    }

    @Test("a second presentation fails at once, and the first goes on")
    func twice() async throws {
        let flow = try TestFlow(
            .PAYMENT, [TestFlow.good], ["confirm-pin": [.waitForUpdate, TestFlow.pins(["pin": "13579"])]])
        let task = Task { await flow.present() }
        while flow.presenter.current?.id != "confirm-pin" { await Task.yield() }
        let other = EventRecorder()
        let second = ScriptedPresenter()
        await SDKPresenter.present(
            from: CashBabaHost(presenter: second, sdk: flow.test.sdk), args: flow.args,
            onFailed: { other.record($0.error.title, [:]) }
        ).value
        #expect(other.names == ["AlreadyPresented"] && second.shown == [])
        if let screen = flow.presenter.current { await flow.presenter.show(screen) }
        await task.value
        flow.expectOver("success")
    }

    @Test("words are in the language of the presentation, and follow it when it is switched")
    func languages() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.rules, TestFlow.good],
            [
                "change-pin": [
                    .waitForUpdate, TestFlow.pins(["current": "24680", "new": "13579", "repeat": "13578"]),
                    TestFlow.change,
                ]
            ],
            language: "bn")
        let task = Task { await flow.present() }
        while flow.presenter.current?.id != "change-pin" { await Task.yield() }
        let first = try #require(flow.presenter.current)
        #expect(first.title == "পিন পরিবর্তন করুন" && first.text?.contains("পাঁচ সংখ্যা।") == true)
        flow.test.sdk.dataStorage.languageCode = "en"
        await flow.presenter.show(first)
        await task.value
        flow.expectOver("success")
        #expect(flow.presenter.shown.last { $0.id == "change-pin" }?.title == "Change your PIN")
    }

    @Test("a refused token, and a wrong key, end the flow before its first screen")
    func refused() async throws {
        let refused = try TestSDK([TestWallet.answer([:], status: 400)])
        let presenter = ScriptedPresenter()
        await refused.sdk.present(
            NavigationArgs(type: .SET_PIN, environment: .demo, clientId: "c", clientSecret: "s"), on: presenter,
            onFailed: { refused.events.record($0.error.title, [:]) })
        #expect(refused.events.names == ["HTTPError"] && presenter.shown.map(\.id) == ["wallet-wait"])
    }
}
