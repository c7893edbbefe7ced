import JourneyBase

extension WalletFlow {
    /// The terms to agree to: the host's, else the SDK's own.
    private var terms: Screen.Block {
        let own: [WalletPhrase] = [.termsPin, .termsCode, .termsUse]
        return list(.terms, args.terms?.lines(in: language()) ?? own.map(localized))
    }

    /// Shows the terms, then asks for a code, then the PIN. Back from the code, and from the PIN screen that replaces it, leads
    /// to the terms.
    func setPin() async throws(Ending) -> OnSuccessModel {
        var issue: FlowIssue?
        while true {
            let isAgreed = try await ask(.intro) { [issue] in
                Screen(
                    id: "welcome", title: localized(.welcomeTitle), text: localized(.welcomeText),
                    inlineError: localized(issue),
                    body: [terms],
                    actions: [Screen.Action(id: "proceed", label: localized(.agree)), .back(language()(.back))])
            }
            guard isAgreed != nil else { continue }
            let send: Send = { calls throws(SDKError) in try await calls.getSetPinOTP().base }
            guard try await attempt(&issue, send) != nil else { continue }
            let verified = try await code(.setPin, resend: send) { calls, code throws(SDKError) in
                try await calls.verifySetPinOTP(otp: code)
            }
            guard verified != nil else { continue }
            let answer = try await choosePin(.setPin, .setPinTitle) { calls, pin throws(SDKError) in
                try await calls.setPIN(pin: pin, confirmPin: pin)
            }
            if let answer { return .setPin(answer) }
        }
    }
}
