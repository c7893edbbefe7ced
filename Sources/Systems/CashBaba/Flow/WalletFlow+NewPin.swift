import JourneyBase

extension WalletFlow {
    /// Asks for a new PIN until the service takes one; `nil` for Back.
    func choosePin(
        _ type: VerifyOTPType, _ title: WalletPhrase,
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> BaseResponse
    ) async throws(Ending) -> BaseResponse? {
        let rules = try await rules()
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.pinSetup(type)) { [issue] in
                Screen(
                    id: "new-pin", title: say(title), inlineError: say(issue), body: [text(rules)],
                    fields: [pinField("new", .newPin), pinField("repeat", .repeatPin)], actions: submitAndBack)
            }
            guard let reply else { return nil }
            guard let pin = newPin(in: reply, &issue) else { continue }
            let answer = try await attempt(&issue) { calls throws(SDKError) in try await call(calls, pin) }
            if let answer { return answer }
        }
    }

    /// The new PIN, when both fields hold the same good one; else what to tell the person.
    func newPin(in reply: Reply, _ issue: inout FlowIssue?) -> Secret? {
        guard let pin = reply.action.secret("new"), let again = reply.action.secret("repeat") else { return nil }
        guard let fault = PINRules.fault(pin, repeated: again) else { return pin }
        issue = .phrase(fault)
        return nil
    }

    /// The service's rules, asked for up to three times; none where it does not say. Nobody is kept from choosing a PIN by that:
    /// the service judges it anyway.
    func rules() async throws(Ending) -> [PinRulesData.Message] {
        for _ in 0..<3 {
            switch try await attempt({ calls throws(SDKError) in try await calls.getPinRules() }) {
            case .success(let rules): return Array(rules.data.validationMessages.prefix(10))
            // Silence was tried again below already, with growing waits.
            case .failure(let error): if error.wasTriedAgain { return [] }
            }
        }
        return []
    }

    /// The rules in the language of the moment: the service's where it has them in that language, else the SDK's own.
    func text(_ rules: [PinRulesData.Message]) -> Screen.Block {
        let language = language()
        let said = rules.compactMap { rule in
            switch language {
            case .english: rule.english
            case .bengali: rule.bangla
            case .arabic: nil
            }
        }.compactMap(ServiceText.clean)
        return .text(list(.rules, said.isEmpty ? PINRules.own.map(say) : said))
    }

    /// A heading, and sentences below it.
    func list(_ heading: WalletPhrase, _ lines: [String]) -> String {
        ([say(heading)] + lines.map { "• \($0)" }).joined(separator: "\n")
    }
}

extension SDKError {
    /// Whether the network has asked again already where it could: nobody answered, or not now (`HTTPRetry`).
    var wasTriedAgain: Bool { title == "BadNetworkError" || [408, 429, 502, 503, 504].contains(code) }
}
