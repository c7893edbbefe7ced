import Foundation
import JourneyBase

extension WalletFlow {
    /// Sends a code, or sends it again.
    typealias Send = @Sendable (any CashBabaRepository) async throws(SDKError) -> BaseResponse
    typealias Verify<Value> = @Sendable (any CashBabaRepository, _ code: String) async throws(SDKError) -> Value

    /// The lifetime of a code if the service gives none: two minutes.
    static let codeLife: TimeInterval = 120

    /// Asks for the one-time code until `verify` accepts it. Returns the result of `verify`, or `nil` for Back.
    ///
    /// `life` is the lifetime of each code; the first one expires at `ends`. Another code can be requested after that. The field
    /// is cleared then, and after each error.
    func code<Value: Sendable>(
        _ type: VerifyOTPType, life: TimeInterval = codeLife, ends first: Date? = nil, resend: @escaping Send,
        verify: @escaping Verify<Value>
    ) async throws(Ending) -> Value? {
        var ends = first ?? dependencies.now().addingTimeInterval(life)
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.verifyOTP(type)) { [ends, issue] in codeScreen(type, ends: ends, issue: issue) }
            guard let reply else { return nil }
            switch reply.kind {
            case .expired:
                // Measured by the presenter's clock, which shows the countdown.
                ends = min(ends, dependencies.now())
                issue = .phrase(.codeExpired)
            case .resend:
                if try await attempt(&issue, resend) != nil { ends = dependencies.now().addingTimeInterval(life) }
            case .submitted:
                guard let code = reply.action.text("code") else { throw .cancelled }
                let value = try await attempt(&issue) { calls throws(SDKError) in try await verify(calls, code) }
                if let value { return value }
            }
        }
    }

    /// Returns the code's screen, with a countdown and then a button for another code.
    private func codeScreen(_ type: VerifyOTPType, ends: Date, issue: FlowIssue?) -> Screen {
        let isOver = dependencies.now() >= ends
        let bill: [Screen.Block] =
            type == .cpqrcPayment ? [.text(localized(.payText))] + bill(args.paymentReference ?? "") : []
        return Screen(
            id: "code", title: localized(.codeTitle), text: sentence, inlineError: localized(issue),
            body: bill + (isOver ? [] : [.countdown(Screen.Countdown(language()(.codeRunsOut), ends: ends))]),
            fields: [Screen.Field(id: "code", label: localized(.code), kind: .oneTimeCode(digits: OTPRules.digits))],
            actions: [
                Screen.Action(
                    id: "submit",
                    label: type == .cpqrcPayment && args.billInfo != nil ? payAction() : language()(.confirm)),
                Screen.Action(
                    id: "resend", label: language()(.sendAgain), role: .resend, availableFrom: isOver ? nil : ends),
                .back(language()(.back)),
            ])
    }

    /// The sentence about the code's recipient, with the last two digits of the host's phone number if there is one.
    private var sentence: String {
        guard let phone = args.phone.flatMap(Digits.ascii)?.suffix(2), phone.count == 2 else {
            return localized(.codeSent(OTPRules.digits))
        }
        return language()(.codeSentTo("•••• \(language().digits(String(phone)))"))
    }
}
