import JourneyBase

extension WalletFlow {
    /// Asks for the user's identity, then a code, then the new PIN. Back from the code, and from the PIN screen that replaces it,
    /// leads to the identity.
    func forgotPin() async throws(Ending) -> OnSuccessModel {
        var issue: FlowIssue?
        while true {
            guard let reply = try await ask(.forgotPin, { [issue] in identity(issue) }) else { continue }
            guard let id = reply.action.text("nationalId").flatMap(Digits.ascii), id.utf8.count == 4 else {
                issue = .phrase(.lastDigitsNeeded(4))
                continue
            }
            guard let day = reply.action.text("birthDate").flatMap(CalendarDay.init(typed:)) else {
                issue = .phrase(.birthDateNeeded)
                continue
            }
            let begun = try await attempt(&issue) { calls throws(SDKError) in
                try await calls.forgotPIN(nationalId: id, dateOfBirth: day.text)
            }
            guard begun != nil else { continue }
            let identifier = try await code(
                .forgotPin, resend: { calls throws(SDKError) in try await calls.forgotPinOTPResend() }
            ) { calls, code throws(SDKError) in
                guard let identifier = try await calls.forgotPinOTPVerify(otp: code).data.identifier else {
                    throw .decode("The response has no identifier of the PIN reset.")
                }
                return identifier
            }
            guard let identifier else { continue }
            let answer = try await choosePin(.forgotPin, .resetPinTitle) { calls, pin throws(SDKError) in
                try await calls.resetPIN(identifier: identifier, pin: pin, confirmPin: pin)
            }
            if let answer { return .forgetPin(answer) }
        }
    }

    private func identity(_ issue: FlowIssue?) -> Screen {
        Screen(
            id: "identity", title: localized(.identityTitle), text: localized(.identityText),
            inlineError: localized(issue),
            fields: [
                Screen.Field(id: "nationalId", label: localized(.lastDigits(4)), kind: .text, keyboard: .number),
                Screen.Field(id: "birthDate", label: localized(.birthDate), kind: .date),
            ], actions: submitAndBack(language()(.goOn)))
    }
}
