import JourneyBase

extension WalletFlow {
    func payment() async throws(FlowExit) -> OnSuccessModel {
        let reference = try given(args.paymentReference)
        return .payment(
            try await confirm(.payText, [reference]) { calls, pin throws(SDKError) in
                try await calls.payment(paymentReference: reference, pin: pin)
            })
    }

    func distributorPayment() async throws(FlowExit) -> OnSuccessModel {
        let reference = try given(args.paymentReference)
        return .distributorPayment(
            try await confirm(.distributorText, [reference]) { calls, pin throws(SDKError) in
                try await calls.distributorPayment(paymentReference: reference, pin: pin)
            })
    }

    func transfer() async throws(FlowExit) -> OnSuccessModel {
        guard let transfer = args.transferInfo, !transfer.bankTokenNo.isEmpty,
            Money.isPayable(transfer.transactionAmount)
        else { throw .failed(.invalidInput("There is no transfer to make.")) }
        // What is shown is what is sent: the host's own number of the account says nothing to a person.
        let lines = ["\(say(.amount)): ৳\(transfer.transactionAmount)", "\(say(.purpose)): \(transfer.purpose)"]
        return .transfer(
            try await confirm(.transferText, transfer.purpose.isEmpty ? [lines[0]] : lines) {
                calls, pin throws(SDKError) in
                try await calls.transferMoney(
                    bankTokenNo: transfer.bankTokenNo, transactionAmount: transfer.transactionAmount, pin: pin,
                    purpose: transfer.purpose)
            })
    }

    func applyPrepaidCard() async throws(FlowExit) -> OnSuccessModel {
        let (product, address) = (try given(args.cardProductCode), try given(args.cardDeliveryAddress))
        let promotion = args.cardPromoCode
        return .applyPrepaidCard(
            try await confirm(.cardText, [product, address]) { calls, pin throws(SDKError) in
                try await calls.applyPrepaidCard(
                    productCode: product, contactAddress: address, promoCode: promotion, pin: pin)
            })
    }

    /// What the host has to hand over. Throws a failure where it has not, before anything is asked.
    func given(_ text: String?) throws(FlowExit) -> String {
        guard let text, !text.isEmpty else { throw .failed(.invalidInput("The flow lacks what it is about.")) }
        return text
    }

    /// Asks for the PIN until the service takes it. Back is the way out.
    private func confirm<Value: Sendable>(
        _ what: WalletPhrase, _ lines: [String],
        _ call: @escaping @Sendable (any CashBabaRepository, Secret) async throws(SDKError) -> Value
    ) async throws(FlowExit) -> Value {
        var error: String?
        while true {
            let screen = Screen(
                id: "confirm-pin", title: say(.confirmTitle), text: say(what), inlineError: error,
                body: [.text(lines.joined(separator: "\n"))], fields: [pinField("pin", .pin)], actions: submitAndBack)
            guard let reply = try await ask(screen) else { throw .cancelled }
            guard let pin = reply.action.secret("pin") else { throw .cancelled }
            switch try await attempt({ calls throws(SDKError) in try await call(calls, pin) }) {
            case .success(let value): return value
            case .failure(let fault): error = fault.message(in: language())
            }
        }
    }
}
