import JourneyBase

extension WalletFlow {
    /// Pays the host's bill with `call`.
    func pay(
        _ text: WalletPhrase,
        _ call: @escaping @Sendable (any CashBabaRepository, String, Secret) async throws(SDKError) -> PaymentResponse
    ) async throws(Ending) -> PaymentResponse {
        let reference = try given(args.paymentReference)
        return try await confirm(
            { [say(text), quoted(reference)] }, paidEarlier: { WalletFlow.earlier($0, of: reference) }
        ) { calls, pin throws(SDKError) in try await call(calls, reference, pin) }
    }

    func transfer() async throws(Ending) -> OnSuccessModel {
        guard let transfer = args.transferInfo, !transfer.bankTokenNo.isEmpty,
            Money.isPayable(transfer.transactionAmount)
        else { throw .failed(.invalidInput("There is no transfer to make.")) }
        let lines: @Sendable () -> [String] = {
            // What is shown is what is sent. The account's number is the host's own, and says nothing to a person.
            let amount = "\(say(.amount)): \(language().taka(transfer.transactionAmount))"
            let purpose = transfer.purpose.isEmpty ? [] : ["\(say(.purpose)): \(language().isolated(transfer.purpose))"]
            return [say(.transferText), amount] + purpose
        }
        let answer = try await confirm(lines, paidEarlier: { $0.earlier() }) { calls, pin throws(SDKError) in
            try await calls.transferMoney(
                bankTokenNo: transfer.bankTokenNo, transactionAmount: transfer.transactionAmount, pin: pin,
                purpose: transfer.purpose)
        }
        return .transfer(answer)
    }

    func applyPrepaidCard() async throws(Ending) -> OnSuccessModel {
        let (product, address) = (try given(args.cardProductCode), try given(args.cardDeliveryAddress))
        let promotion = args.cardPromoCode
        let answer = try await confirm(
            { [say(.cardText), quoted(product), quoted(address)] }, paidEarlier: { _ in nil }
        ) { calls, pin throws(SDKError) in
            try await calls.applyPrepaidCard(
                productCode: product, contactAddress: address, promoCode: promotion, pin: pin)
        }
        return .applyPrepaidCard(answer)
    }

    /// What the host has to hand over. Throws a failure where it has not, before anything is asked.
    func given(_ text: String?) throws(Ending) -> String {
        guard let text, !text.isEmpty else { throw .failed(.invalidInput("The flow lacks what it is about.")) }
        return text
    }

    /// What the host handed over, on a line of its own.
    func quoted(_ text: String) -> String { language().isolatedAtStart(text) }

    /// The earlier payment of the bill `reference` that a refusal names; `nil` where it names none, or another bill's.
    private static func earlier(_ refusal: SDKError, of reference: String) -> PaymentResponse? {
        refusal.earlier(PaymentData.self).flatMap { $0.data.paymentReference == reference ? $0 : nil }
    }

    /// Shows what it is about and asks for the PIN, until the service takes it, or refuses because it was paid before:
    /// `paidEarlier` is the success in such a refusal.
    private func confirm<Value: Sendable>(
        _ lines: @escaping @Sendable () -> [String], paidEarlier: (SDKError) -> Value?,
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> Value
    ) async throws(Ending) -> Value {
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.confirmPin) { [issue] in
                Screen(
                    id: "confirm-pin", title: say(.confirmTitle), text: lines().joined(separator: "\n"),
                    inlineError: say(issue), fields: [pinField("pin", .pin)], actions: submitAndBack)
            }
            guard let reply, let pin = reply.action.secret("pin") else { continue }
            switch try await attempt({ calls throws(SDKError) in try await call(calls, pin) }) {
            case .success(let value): return value
            case .failure(let error):
                if let earlier = paidEarlier(error) { return earlier }
                issue = .fault(error)
            }
        }
    }
}
