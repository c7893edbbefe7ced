import JourneyBase

extension WalletFlow {
    /// Asks for a new PIN until the service accepts one. Returns `nil` for Back.
    func choosePin(
        _ type: VerifyOTPType, _ title: WalletPhrase,
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> BaseResponse
    ) async throws(Ending) -> BaseResponse? {
        let rules = try await rules()
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.pinSetup(type)) { [issue] in
                Screen(
                    id: "new-pin", title: localized(title), inlineError: localized(issue), body: [text(rules)],
                    fields: [pinField("new", .newPin), pinField("repeat", .repeatPin)],
                    actions: submitAndBack(localized(.savePin)))
            }
            guard let reply else { return nil }
            guard let pin = newPin(in: reply, &issue) else { continue }
            let answer = try await attempt(&issue) { calls throws(SDKError) in try await call(calls, pin) }
            if let answer { return answer }
        }
    }

    /// Returns the new PIN if both fields hold the same acceptable one; otherwise sets `issue`.
    func newPin(in reply: Reply, _ issue: inout FlowIssue?) -> Secret? {
        guard let pin = reply.action.secret("new"), let again = reply.action.secret("repeat") else { return nil }
        guard let fault = PINRules.fault(pin, repeated: again) else { return pin }
        issue = .phrase(fault)
        return nil
    }

    /// Fetches the service's rules with up to three attempts, or returns none. A failure does not stop the user, because the
    /// service checks the PIN anyway.
    func rules() async throws(Ending) -> [PinRulesData.Message] {
        for _ in 0..<3 {
            switch try await attempt({ calls throws(SDKError) in try await calls.getPinRules() }) {
            case .success(let rules): return Array(rules.data.validationMessages.prefix(10))
            // The transport has already retried a missing response, with back-off.
            case .failure(let error): if error.wasTriedAgain { return [] }
            }
        }
        return []
    }

    /// Returns the rules in the current language: the service's if it has them in that language, else the SDK's own.
    func text(_ rules: [PinRulesData.Message]) -> Screen.Block {
        let language = language()
        let said = rules.compactMap { rule in
            switch language {
            case .english: rule.english
            case .bengali: rule.bangla
            case .arabic: nil
            }
        }.compactMap(ServiceText.clean)
        return list(.rules, said.isEmpty ? PINRules.own.map(localized) : said)
    }

    /// Returns a heading with sentences below it.
    func list(_ heading: WalletPhrase, _ lines: [String]) -> Screen.Block {
        .points(Screen.Points(localized(heading), lines))
    }
}

extension SDKError {
    /// `true` if the transport has already retried where it could: there was no response, or one of the statuses that `HTTPRetry`
    /// repeats.
    var wasTriedAgain: Bool { title == "BadNetworkError" || [408, 429, 502, 503, 504].contains(code) }
}
