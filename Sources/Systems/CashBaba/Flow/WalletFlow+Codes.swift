import Foundation
import JourneyBase

extension WalletFlow {
    /// Has a code sent, or sent again.
    typealias Send = @Sendable (any CashBabaRepository) async throws(SDKError) -> BaseResponse
    typealias Verify<Value> = @Sendable (any CashBabaRepository, _ code: String) async throws(SDKError) -> Value

    /// How long a code is good where the service does not say: two minutes.
    static let codeLife: TimeInterval = 120

    /// Asks for the code that was just sent, until it is right: gives what `verify` does; `nil` for Back. Another one may be
    /// asked for when its time is over; the field is empty then, and after each fault.
    func code<Value: Sendable>(
        life: TimeInterval = codeLife, resend: @escaping Send, verify: @escaping Verify<Value>
    ) async throws(FlowExit) -> Value? {
        var ends = surroundings.now().addingTimeInterval(life)
        var error: String?
        while true {
            guard let reply = try await ask(codeScreen(ends: ends, error: error)) else { return nil }
            switch reply.kind {
            case .expired: error = say(.codeExpired)
            case .resend:
                switch try await attempt(resend) {
                case .success:
                    ends = surroundings.now().addingTimeInterval(WalletFlow.codeLife)
                    error = nil
                case .failure(let fault): error = fault.message(in: language())
                }
            case .submitted:
                guard let code = reply.action.text("code") else { throw .cancelled }
                switch try await attempt({ calls throws(SDKError) in try await verify(calls, code) }) {
                case .success(let value): return value
                case .failure(let fault): error = fault.message(in: language())
                }
            }
        }
    }

    /// A countdown, and after it a way to another code.
    private func codeScreen(ends: Date, error: String?) -> Screen {
        let isOver = surroundings.now() >= ends
        return Screen(
            id: "code", title: say(.codeTitle), text: sentence, inlineError: error,
            body: isOver ? [] : [.countdown(Screen.Countdown(language()(.codeRunsOut), ends: ends))],
            fields: [Screen.Field(id: "code", label: say(.code), kind: .oneTimeCode(digits: OTPRules.digits))],
            actions: [
                Screen.Action(id: "submit", label: say(.submit)),
                Screen.Action(
                    id: "resend", label: language()(.sendAgain), role: .resend, availableFrom: isOver ? nil : ends),
                .back(language()(.back)),
            ])
    }

    /// Where the code went: the last two digits of the host's number, if there is one.
    private var sentence: String {
        guard let phone = args.phone?.suffix(2), phone.count == 2 else { return say(.codeSent) }
        return language()(.codeSentTo("•••• \(phone)"))
    }
}
