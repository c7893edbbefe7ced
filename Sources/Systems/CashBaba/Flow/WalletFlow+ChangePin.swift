import JourneyBase

extension WalletFlow {
    func changePin() async throws(Ending) -> OnSuccessModel {
        let rules = try await rules()
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.changePin) { [issue] in
                Screen(
                    id: "change-pin", title: localized(.changePinTitle), inlineError: localized(issue),
                    body: [text(rules)],
                    fields: [
                        pinField("current", .currentPin), pinField("new", .newPin), pinField("repeat", .repeatPin),
                    ], actions: submitAndBack(localized(.savePin)))
            }
            guard let reply, let old = reply.action.secret("current"), let pin = newPin(in: reply, &issue) else {
                continue
            }
            let answer = try await attempt(&issue) { calls throws(SDKError) in
                try await calls.changePIN(oldPin: old, pin: pin, confirmPin: pin)
            }
            if let answer { return .changePin(answer) }
        }
    }
}
