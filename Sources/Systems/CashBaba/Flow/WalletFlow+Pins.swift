import JourneyBase

extension WalletFlow {
    func changePin() async throws(FlowExit) -> OnSuccessModel {
        let rules = try await rules()
        var error: String?
        while true {
            let screen = Screen(
                id: "change-pin", title: say(.changePinTitle), inlineError: error, body: rules,
                fields: [
                    pinField("current", .currentPin), pinField("new", .newPin), pinField("repeat", .repeatPin),
                ], actions: submitAndBack)
            guard let reply = try await ask(screen) else { throw .cancelled }
            guard let old = reply.action.secret("current"), let pin = try newPin(in: reply, &error) else { continue }
            switch try await attempt({ calls throws(SDKError) in
                try await calls.changePIN(oldPin: old, pin: pin, confirmPin: pin)
            }) {
            case .success(let answer): return .changePin(answer)
            case .failure(let fault): error = fault.message(in: language())
            }
        }
    }

    func setPin() async throws(FlowExit) -> OnSuccessModel {
        var error: String?
        while true {
            let welcome = Screen(
                id: "welcome", title: say(.welcomeTitle), text: say(.welcomeText), inlineError: error,
                actions: [Screen.Action(id: "proceed", label: say(.proceed)), .back(language()(.back))])
            guard try await ask(welcome) != nil else { throw .cancelled }
            let send: Send = { calls throws(SDKError) in try await calls.getSetPinOTP().base }
            if case .failure(let fault) = try await attempt(send) {
                error = fault.message(in: language())
                continue
            }
            error = nil
            // Back from the code, and from the PIN that follows it, leads here.
            guard
                try await code(
                    resend: send,
                    verify: { calls, code throws(SDKError) in
                        _ = try await calls.verifySetPinOTP(otp: code)
                        return ""
                    }) != nil
            else { continue }
            let answer = try await choosePin(.setPinTitle) { calls, pin throws(SDKError) in
                try await calls.setPIN(pin: pin, confirmPin: pin)
            }
            if let answer { return .setPin(answer) }
        }
    }

    func forgotPin() async throws(FlowExit) -> OnSuccessModel {
        var error: String?
        while true {
            let identity = Screen(
                id: "identity", title: say(.identityTitle), text: say(.identityText), inlineError: error,
                fields: [
                    Screen.Field(id: "nationalId", label: say(.lastFourDigits), kind: .text, keyboard: .number),
                    Screen.Field(id: "birthDate", label: say(.birthDate), kind: .text, hint: say(.birthDateHint)),
                ], actions: submitAndBack)
            guard let reply = try await ask(identity) else { throw .cancelled }
            guard let id = reply.action.text("nationalId").flatMap(Digits.ascii), id.utf8.count == 4 else {
                error = say(.fourDigitsNeeded)
                continue
            }
            guard let day = reply.action.text("birthDate").flatMap(BirthDate.init) else {
                error = say(.birthDateNeeded)
                continue
            }
            let begun = try await attempt { calls throws(SDKError) in
                try await calls.forgotPIN(nationalId: id, dateOfBirth: day.text)
            }
            if case .failure(let fault) = begun {
                error = fault.message(in: language())
                continue
            }
            error = nil
            let identifier = try await code(
                resend: { calls throws(SDKError) in try await calls.forgotPinOTPResend() },
                verify: { calls, code throws(SDKError) in
                    guard let identifier = try await calls.forgotPinOTPVerify(otp: code).data.identifier else {
                        throw .decode("The answer names no reset.")
                    }
                    return identifier
                })
            guard let identifier else { continue }
            let answer = try await choosePin(.resetPinTitle) { calls, pin throws(SDKError) in
                try await calls.resetPIN(identifier: identifier, pin: pin, confirmPin: pin)
            }
            if let answer { return .forgetPin(answer) }
        }
    }

    /// Asks for a new PIN until the service takes one; `nil` for Back.
    private func choosePin(
        _ title: WalletPhrase,
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> BaseResponse
    ) async throws(FlowExit) -> BaseResponse? {
        let rules = try await rules()
        var error: String?
        while true {
            let screen = Screen(
                id: "new-pin", title: say(title), inlineError: error, body: rules,
                fields: [pinField("new", .newPin), pinField("repeat", .repeatPin)], actions: submitAndBack)
            guard let reply = try await ask(screen) else { return nil }
            guard let pin = try newPin(in: reply, &error) else { continue }
            switch try await attempt({ calls throws(SDKError) in try await call(calls, pin) }) {
            case .success(let answer): return answer
            case .failure(let fault): error = fault.message(in: language())
            }
        }
    }

    /// The new PIN, when both fields hold the same good one; else what to tell the person.
    private func newPin(in reply: Reply, _ error: inout String?) throws(FlowExit) -> Secret? {
        guard let pin = reply.action.secret("new"), let again = reply.action.secret("repeat") else { throw .cancelled }
        guard pin.hasSameBytes(as: again) else {
            error = say(.pinsDiffer)
            return nil
        }
        guard PINRules.isAcceptable(pin) else {
            error = say(.pinTooEasy)
            return nil
        }
        return pin
    }

    /// The service's rules in the language of the moment; none where it does not say. Nobody is kept from choosing a PIN by
    /// that: the service judges it anyway.
    private func rules() async throws(FlowExit) -> [Screen.Block] {
        let answer = try await attempt { calls throws(SDKError) in try await calls.getPinRules() }
        guard case .success(let rules) = answer else { return [] }
        let isBengali = language() == .bengali
        let lines = rules.data.validationMessages.prefix(10)
            .compactMap { (isBengali ? $0.bangla : $0.english).flatMap(ServiceText.clean) }
        return lines.isEmpty ? [] : [.text(([say(.rules)] + lines.map { "• \($0)" }).joined(separator: "\n"))]
    }
}
