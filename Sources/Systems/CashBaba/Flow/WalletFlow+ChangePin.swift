import JourneyBase

extension WalletFlow {
    func changePin() async throws(Ending) -> OnSuccessModel {
        let rules = try await rules()
        var issue: FlowIssue?
        while true {
            let fault = issue
            let reply = try await ask(.changePin) {
                Screen(
                    id: "change-pin", title: say(.changePinTitle), inlineError: say(fault), body: [text(rules)],
                    fields: [
                        pinField("current", .currentPin), pinField("new", .newPin), pinField("repeat", .repeatPin),
                    ], actions: submitAndBack)
            }
            guard let reply, let old = reply.action.secret("current"), let pin = newPin(in: reply, &issue) else {
                continue
            }
            switch try await attempt({ calls throws(SDKError) in
                try await calls.changePIN(oldPin: old, pin: pin, confirmPin: pin)
            }) {
            case .success(let answer): return .changePin(answer)
            case .failure(let error): issue = .fault(error)
            }
        }
    }
}
