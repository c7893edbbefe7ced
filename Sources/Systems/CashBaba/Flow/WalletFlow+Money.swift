import JourneyBase

extension WalletFlow {
    /// Confirms and pays the host's bill with `call`.
    func pay(
        _ text: WalletPhrase,
        _ call: @escaping @Sendable (any CashBabaRepository, String, Secret) async throws(SDKError) -> PaymentResponse
    ) async throws(Ending) -> PaymentResponse {
        let reference = try given(args.paymentReference)
        try checkBill()
        return try await confirm(
            { [.text(localized(text))] + bill(reference) }, action: payAction,
            paidEarlier: { WalletFlow.earlier($0, of: reference) }
        ) { calls, pin throws(SDKError) in try await call(calls, reference, pin) }
    }

    func transfer() async throws(Ending) -> OnSuccessModel {
        guard let transfer = args.transferInfo, !transfer.bankTokenNo.isEmpty,
            Money.isPayable(transfer.transactionAmount)
        else {
            throw .failed(
                .invalidInput("Set transferInfo, with a bank token and an amount above zero with at most two decimals.")
            )
        }
        let order: @Sendable () -> [Screen.Block] = {
            // Show what is sent, except the account's token, which is the host's and means nothing to the user.
            let amount = Screen.Amount(label: localized(.amount), value: language().taka(transfer.transactionAmount))
            let purpose = Screen.Detail(localized(.purpose), language().isolated(transfer.purpose))
            return [.text(localized(.transferText)), .amount(amount)]
                + (transfer.purpose.isEmpty ? [] : [.details(Screen.Details([purpose]))])
        }
        let answer = try await confirm(
            order, action: { localized(.send(language().taka(transfer.transactionAmount))) },
            paidEarlier: { $0.earlier() }
        ) { calls, pin throws(SDKError) in
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
            { [.text([localized(.cardText), quoted(product), quoted(address)].joined(separator: "\n"))] },
            action: { localized(.orderCard) },
            paidEarlier: { _ in nil }
        ) { calls, pin throws(SDKError) in
            try await calls.applyPrepaidCard(
                productCode: product, contactAddress: address, promoCode: promotion, pin: pin)
        }
        return .applyPrepaidCard(answer)
    }

    /// Returns a parameter of the host. Throws a failure if it is missing, before any screen is shown.
    func given(_ text: String?) throws(Ending) -> String {
        guard let text, !text.isEmpty else {
            throw .failed(.invalidInput("A parameter that the flow needs is missing in NavigationArgs."))
        }
        return text
    }

    /// Throws a failure if the host's bill has no amount that can be paid, before any screen is shown.
    func checkBill() throws(Ending) {
        guard let bill = args.billInfo else { return }
        guard !bill.payee.isEmpty, Money.isPayable(bill.amount) else {
            throw .failed(
                .invalidInput("Set billInfo with a payee and an amount above zero with at most two decimals."))
        }
    }

    /// Returns the bill with its reference, and with the amount and the payee that the host knows.
    func bill(_ reference: String) -> [Screen.Block] {
        let reference = Screen.Detail(language()(.reference), language().isolated(reference), kind: .reference)
        guard let bill = args.billInfo else { return [.details(Screen.Details([reference]))] }
        return [
            .amount(Screen.Amount(label: localized(.amount), value: language().taka(bill.amount))),
            .details(Screen.Details([Screen.Detail(localized(.payee), language().isolated(bill.payee)), reference])),
        ]
    }

    /// Returns the words of the button that pays the bill.
    func payAction() -> String {
        localized(args.billInfo.map { .pay(language().taka($0.amount)) } ?? .payBill)
    }

    /// Isolates a text of the host for its own line.
    func quoted(_ text: String) -> String { language().isolatedAtStart(text) }

    /// Returns the earlier payment of the bill `reference` that a refusal names; `nil` if it names none, or another bill's.
    private static func earlier(_ refusal: SDKError, of reference: String) -> PaymentResponse? {
        refusal.earlier(PaymentData.self).flatMap { $0.data.paymentReference == reference ? $0 : nil }
    }

    /// Shows the order and asks for the PIN until the service accepts it, or refuses because it was paid before. `action`
    /// names the order on the button; `paidEarlier` returns the success in such a refusal.
    private func confirm<Value: Sendable>(
        _ order: @escaping @Sendable () -> [Screen.Block], action: @escaping @Sendable () -> String,
        paidEarlier: (SDKError) -> Value?,
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> Value
    ) async throws(Ending) -> Value {
        var issue: FlowIssue?
        while true {
            let reply = try await ask(.confirmPin) { [issue] in
                Screen(
                    id: "confirm-pin", title: localized(.confirmTitle), inlineError: localized(issue), body: order(),
                    fields: [pinField("pin", .pin)], actions: submitAndBack(action()))
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
