import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Flows")
struct FlowTests {
    @Test("CHANGE_PIN shows the rules, errors in place, and success after the screen is gone")
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
        #expect(flow.told("flow") == "changePin")
        #expect(flow.paths == ["token", "pinvalidationrules", "pinchange", "pinchange"])
        #expect(flow.test.transport.requests.first?.headers["scope"] == "PinManagement")
        let screens = flow.shown("change-pin")
        #expect(
            screens.map(\.inlineError) == [
                nil, "The new PINs don't match.", "Its digits can't all be the same.",
                "Its digits can't run in sequence, up or down.", "The PIN is wrong.",
            ])
        #expect(screens.allSatisfy { $0.text?.contains("• Five digits.") == true && $0.isPrivate })
    }

    @Test("SET_PIN shows terms, code and PIN, and Back from the PIN leads to the welcome screen")
    func setPin() async throws {
        let flow = try TestFlow(
            .SET_PIN,
            [
                TestFlow.good, TestFlow.refusal("The code is wrong."), TestFlow.good, TestFlow.rules, TestFlow.good,
                TestFlow.good, TestFlow.rules, TestFlow.good,
            ],
            [
                "welcome": [TestFlow.proceed, TestFlow.proceed],
                "code": [TestFlow.code("111111"), TestFlow.code(), TestFlow.code()],
                "new-pin": [TestFlow.back, TestFlow.newPin],
            ])
        await flow.present()
        flow.expectOver("success")
        #expect(
            flow.paths == [
                "token", "otpsend", "otpverify", "otpverify", "pinvalidationrules", "otpsend", "otpverify",
                "pinvalidationrules", "pinset",
            ])
        let screens = flow.presenter.shown.map(\.id).filter { !["splash", "wallet-wait"].contains($0) }
        #expect(screens == ["welcome", "code", "code", "new-pin", "welcome", "code", "new-pin"])
        let welcome = try #require(flow.shown("welcome").first)
        let terms: [WalletPhrase] = [.terms, .termsPin, .termsCode, .termsUse]
        #expect(terms.allSatisfy { welcome.text?.contains($0(.english)) == true })
        let codes = flow.shown("code")
        #expect(codes.map(\.inlineError) == [nil, "The code is wrong.", nil])
        #expect(codes.allSatisfy { $0.text == "We've sent a code to •••• 21." })
    }

    @Test("FORGOT_PIN asks for identity, code and PIN, and sends the reset's identifier")
    func forgotPin() async throws {
        let flow = try TestFlow(
            .FORGOT_PIN,
            [
                TestFlow.refusal("Not yours.", status: 404), TestFlow.good, TestFlow.identified, TestFlow.rules,
                TestFlow.good,
            ],
            [
                "identity": [
                    TestFlow.press("submit", ["nationalId": "432", "birthDate": "1990-02-28"]),
                    TestFlow.identity,
                    TestFlow.press("submit", ["nationalId": "4321", "birthDate": "২৮ ফেব্রুয়ারি ১৯৯০"]),
                ], "code": [TestFlow.code()], "new-pin": [TestFlow.newPin],
            ])
        await flow.present()
        flow.expectOver("success")
        #expect(
            flow.paths == ["token", "forgetpin", "forgetpin", "forgetpinotpverify", "pinvalidationrules", "resetpin"])
        let requests = flow.test.transport.requests
        let forms = requests.map { FormBody(parsing: $0.body)?.entries }
        #expect(forms[1] == forms[2] && forms[1]?.prefix(2).map(\.value) == ["4321", "1990-02-28"])
        #expect(forms.last??.first == FormBody.Entry("Identifier", "id-7"))
        #expect(
            flow.shown("identity").map(\.inlineError) == [
                nil, "Enter the last 4 digits of your national ID.", "Not yours.",
            ])
        // An invalid date stays on the screen, with its error at the field.
        let identity = try #require(flow.shown("identity").first)
        #expect(identity.field("birthDate")?.kind == .date)
        #expect(throws: AnswerError.dateNeeded(field: "birthDate")) {
            try identity.check(
                ScreenAction(action: "submit", values: ["nationalId": "4321", "birthDate": "28/02/1990"]), at: .now)
        }
    }

    @Test("a reset without an identifier sets no PIN")
    func noIdentifier() async throws {
        let flow = try TestFlow(
            .FORGOT_PIN, [TestFlow.good, TestFlow.good],
            ["identity": [TestFlow.identity], "code": [TestFlow.code(), TestFlow.cancel]])
        await flow.present()
        flow.expectOver("cancelled")
        #expect(flow.shown("code").last?.inlineError == WalletPhrase.badAnswer(.english))
    }

    @Test(
        "TRANSFER, PAYMENT, DISTRIBUTOR_PAYMENT and APPLY_PREPAID_CARD show details, a PIN, and make one call",
        arguments: [
            (MethodTypes.TRANSFER, "WithdrawMoneyToBank", "LinkBank", "Amount: 1,250.50৳\nPurpose: rent", "transfer"),
            (.PAYMENT, "paymentconfirm", "Payment", "You're paying the bill.\nReference: REF-1", "payment"),
            (
                .DISTRIBUTOR_PAYMENT, "MerchantDistributorPaymentConfirm", "Payment",
                "You're paying the distributor's bill.\nReference: REF-1", "distributorPayment"
            ), (.APPLY_PREPAID_CARD, "bankcardissuingrequest", "CardIssue", "P\nHouse 1, Dhaka", "applyPrepaidCard"),
        ])
    func confirmed(type: MethodTypes, path: String, scope: String, text: String, name: String) async throws {
        let flow = try TestFlow(
            type, [TestFlow.refusal("The PIN is wrong."), TestFlow.good],
            ["confirm-pin": [TestFlow.pins(["pin": "11111"]), TestFlow.pin]])
        await flow.present()
        flow.expectOver("success")
        #expect(flow.paths == ["token", path, path])
        #expect(
            flow.test.transport.requests.allSatisfy { $0.headers["scope"] == scope && $0.headers["w-token"] == "w" })
        #expect(flow.shown("confirm-pin").last?.text?.hasSuffix(text) == true)
        #expect(flow.shown("confirm-pin").map(\.inlineError) == [nil, "The PIN is wrong."])
        #expect(flow.told("flow") == .string(name))
    }

    @Test(
        "a bill's payee and amount are shown and on the button", arguments: [MethodTypes.PAYMENT, .DISTRIBUTOR_PAYMENT])
    func bill(type: MethodTypes) async throws {
        let flow = try TestFlow(type, [TestFlow.good], ["confirm-pin": [TestFlow.pin]])
        var args = flow.args
        args.billInfo = BillInfo(payee: "Meghna Electric", amount: "480.00")
        await flow.present(args)
        flow.expectOver("success")
        let screen = try #require(flow.shown("confirm-pin").first)
        #expect(screen.text?.hasSuffix("Amount: 480.00৳\nTo: Meghna Electric\nReference: REF-1") == true)
        #expect(screen.action("submit")?.label == "Pay 480.00৳")
    }

    @Test(
        "a bill that names no payee or no payable amount ends the flow before any screen that asks",
        arguments: [
            BillInfo(payee: "", amount: "1"), BillInfo(payee: "P", amount: "0"), BillInfo(payee: "P", amount: "1.001"),
        ],
        [MethodTypes.PAYMENT, .CPQRC])
    func invalidBill(bill: BillInfo, type: MethodTypes) async throws {
        let flow = try TestFlow(type, [])
        var args = flow.args
        args.billInfo = bill
        await flow.present(args)
        flow.expectOver("failed")
        #expect(flow.paths == ["token"] && flow.presenter.shown.map(\.id) == ["splash"])
    }

    @Test(
        "missing host arguments end the flow before any screen",
        arguments: [
            MethodTypes.TRANSFER, .PAYMENT, .DISTRIBUTOR_PAYMENT, .CPQRC, .APPLY_PREPAID_CARD,
        ])
    func lacking(type: MethodTypes) async throws {
        let flow = try TestFlow(type, [TestFlow.good])
        var args = flow.args
        (args.paymentReference, args.transferInfo, args.cardProductCode) = (nil, nil, "")
        await flow.present(args)
        flow.expectOver("failed")
        #expect(flow.paths == ["token"] && flow.told("title") == "InvalidInput")
    }
}
