import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

/// A call of a flow: the steps before it, the screens that lead to it, and the screen that shows its error.
struct FlowCall: Sendable, CustomTestStringConvertible {
    enum Place: Sendable, Equatable {
        /// During the splash: any error ends the flow.
        case splash
        case screen(String)
        /// The call for the rules: an error leads on to that screen.
        case skipped(String)
        /// The status call after a confirmed payment: anything but an authorisation leaves the outcome unknown.
        case afterConfirm
    }

    let type: MethodTypes
    let call: String
    let place: Place
    var steps: [ScriptedTransport.Step] = []
    var replies: [String: [ScriptedPresenter.Reply]] = [:]
    var isBinding = false
    var hasToken = true
    /// `true` if the call requests another code after the first has expired.
    var resends = false
    /// The responses after the error: the status of a QR payment.
    var rest: [ScriptedTransport.Step] = []

    var testDescription: String { "\(type.rawValue) \(call)" }

    static let all: [FlowCall] =
        MethodTypes.allCases.map { FlowCall(type: $0, call: "token", place: .splash, hasToken: false) } + pins + money
        + qr

    private static let pins: [FlowCall] = {
        let (good, rules) = (TestFlow.good, TestFlow.rules)
        let welcome = ["welcome": [TestFlow.proceed]]
        let identity = ["identity": [TestFlow.identity]]
        let code = ["code": [TestFlow.code()]]
        let newPin = ["new-pin": [TestFlow.newPin]]
        return [
            FlowCall(type: .CHANGE_PIN, call: "pinvalidationrules", place: .skipped("change-pin")),
            FlowCall(
                type: .CHANGE_PIN, call: "pinchange", place: .screen("change-pin"), steps: [rules],
                replies: ["change-pin": [TestFlow.change]]),
            FlowCall(type: .SET_PIN, call: "otpsend", place: .screen("welcome"), replies: welcome),
            FlowCall(
                type: .SET_PIN, call: "otpverify", place: .screen("code"), steps: [good], replies: welcome + code),
            FlowCall(
                type: .SET_PIN, call: "pinvalidationrules", place: .skipped("new-pin"), steps: [good, good],
                replies: welcome + code),
            FlowCall(
                type: .SET_PIN, call: "pinset", place: .screen("new-pin"), steps: [good, good, rules],
                replies: welcome + code + newPin),
            FlowCall(
                type: .SET_PIN, call: "otpsend", place: .screen("code"), steps: [good], replies: welcome, resends: true),
            FlowCall(type: .FORGOT_PIN, call: "forgetpin", place: .screen("identity"), replies: identity),
            FlowCall(
                type: .FORGOT_PIN, call: "forgetpinotpverify", place: .screen("code"), steps: [good],
                replies: identity + code),
            FlowCall(
                type: .FORGOT_PIN, call: "forgetpinotpresend", place: .screen("code"), steps: [good],
                replies: identity, resends: true),
            FlowCall(
                type: .FORGOT_PIN, call: "pinvalidationrules", place: .skipped("new-pin"),
                steps: [good, TestFlow.identified], replies: identity + code),
            FlowCall(
                type: .FORGOT_PIN, call: "resetpin", place: .screen("new-pin"),
                steps: [good, TestFlow.identified, rules], replies: identity + code + newPin),
        ]
    }()

    private static let money: [FlowCall] = [
        (MethodTypes.TRANSFER, "WithdrawMoneyToBank"), (.PAYMENT, "paymentconfirm"),
        (.DISTRIBUTOR_PAYMENT, "MerchantDistributorPaymentConfirm"), (.APPLY_PREPAID_CARD, "bankcardissuingrequest"),
    ].map { type, call in
        FlowCall(
            type: type, call: call, place: .screen("confirm-pin"), replies: ["confirm-pin": [TestFlow.pin]],
            isBinding: true)
    }

    private static let qr: [FlowCall] = [
        FlowCall(type: .CPQRC, call: "REF-1", place: .splash),
        FlowCall(
            type: .CPQRC, call: "CPQRCPaymentConfirm", place: .screen("code"), steps: [TestFlow.validated()],
            replies: ["code": [TestFlow.code()]], isBinding: true, rest: [TestFlow.status("Pending")]),
        FlowCall(type: .CPQRC, call: "T1", place: .screen("code"), steps: [TestFlow.validated()], resends: true),
        FlowCall(
            type: .CPQRC, call: "REF-1", place: .afterConfirm, steps: [TestFlow.validated(), TestFlow.good],
            replies: ["code": [TestFlow.code()]]),
    ]
}

func + (
    one: [String: [ScriptedPresenter.Reply]], other: [String: [ScriptedPresenter.Reply]]
) -> [String: [ScriptedPresenter.Reply]] { one.merging(other) { $0 + $1 } }

/// An error in place of a success.
enum CallFault: Sendable, CaseIterable {
    case s400, s401, s404, s409, s422, s429, s444, s500, s501, timeout, lost, malformed, refused

    static let said = "What the service says."

    var status: Int? {
        switch self {
        case .s400: 400
        case .s401: 401
        case .s404: 404
        case .s409: 409
        case .s422: 422
        case .s429: 429
        case .s444: 444
        case .s500: 500
        case .s501: 501
        case .timeout, .lost, .malformed, .refused: nil
        }
    }

    var step: ScriptedTransport.Step {
        switch self {
        case .timeout: TestFlow.timeout
        case .lost: .failure(JourneyError(.netUnreachable, "no"))
        case .malformed: TestFlow.malformed
        // A successful HTTP status with another code in the body.
        case .refused: TestWallet.answer(["code": 409, "messages": [.string(Self.said)]])
        default: TestFlow.refusal(Self.said, status: status ?? 0)
        }
    }

    var closes: Bool { [.s401, .s444, .s500, .s501].contains(self) }
    /// `true` if a binding call may have taken effect.
    var leavesDoubt: Bool { [.s500, .s501, .timeout, .lost, .malformed].contains(self) }
    /// `true` if the transport retries a call that only reads.
    var isSilence: Bool { [.s429, .timeout, .lost].contains(self) }

    /// The text for the user.
    var words: String {
        switch self {
        case .timeout: WalletPhrase.timedOut(.english)
        case .lost: WalletPhrase.noConnection(.english)
        case .malformed: WalletPhrase.badAnswer(.english)
        default: Self.said
        }
    }
}
