import CashBaba
import Foundation
import JourneyBase

extension WalletBook {
    /// Does what `endpoint` asks for, of a customer who is known.
    mutating func answer(_ endpoint: Endpoint, _ ask: WalletAsk) -> Answer {
        switch endpoint {
        case .clientToken: .failure(.malformed)
        case .setPinOTP: customer.pin == nil ? sent("set") : .failure(.pinThere)
        case .setPinOTPVerify: verified("set", ask["OTP"]).map { _ in nil }
        case .setPin: customer.pin == nil ? set(ask, "set", nil) : .failure(.pinThere)
        case .pinRules:
            .success(["validationMessages": [["english": "Five digits, not in a row.", "bangla": "পাঁচটি সংখ্যা, পরপর নয়।"]]])
        case .changePin:
            if ["OldPin", "Pin", "ConfirmPin"].contains(where: { ask.pins[$0] == nil }) {
                .failure(.malformed)
            } else {
                refusal(fault(of: ask.pins["OldPin"]))
                    ?? refusal(keep(ask.pins["Pin"], confirmed: ask.pins["ConfirmPin"])) ?? .success(nil)
            }
        case .forgotPin:
            if ask["NationalId"] != customer.nationalID || ask["DateOfBirth"] != customer.birthDate {
                .failure(.personUnknown)
            } else {
                customer.pin == nil ? .failure(.pinMissing) : sent("reset").map { _ in nil }
            }
        case .forgotPinOTPVerify: verified("reset", ask["OTP"]).map { ["identifier": .string($0)] }
        case .forgotPinOTPResend: codes["reset"] == nil ? .failure(.codeUnverified) : sent("reset").map { _ in nil }
        case .resetPin: set(ask, "reset", ask["Identifier"])
        case .transfer: transfer(ask)
        case .payment: pay(.payment, ask)
        case .distributorPayment: pay(.distributor, ask)
        case .cpqrcValidate: validate(ask.reference)
        case .cpqrcConfirm: confirm(ask)
        case .cpqrcStatus:
            movements[ask.reference].map {
                .success(told(ask.reference, .string($0.isAuthorized ? "Authorized" : "Pending")))
            }
                ?? .failure(.referenceUnknown)
        case .cpqrcResendOTP:
            movements.values.contains { $0.id == ask.reference && !$0.isAuthorized }
                ? sent(ask.reference).map { _ in nil } : .failure(.referenceUnknown)
        case .prepaidCard: order(ask)
        }
    }

    private func refusal(_ fault: WalletRefusal?) -> Answer? { fault.map { .failure($0) } }

    private mutating func sent(_ purpose: String) -> Answer {
        refusal(send(purpose)) ?? .success(["otpExpireAt": .string((now + 120).formatted(.iso8601))])
    }

    private mutating func verified(_ purpose: String, _ digits: String) -> Result<String, WalletRefusal> {
        if let fault = redeem(digits, purpose) { return .failure(fault) }
        return .success(permit(purpose))
    }

    /// Sets a PIN that a code has permitted; the permit is used up by a PIN that will do.
    private mutating func set(_ ask: WalletAsk, _ purpose: String, _ identifier: String?) -> Answer {
        guard isPermitted(purpose, identifier) else { return .failure(.codeUnverified) }
        if let fault = keep(ask.pins["Pin"], confirmed: ask.pins["ConfirmPin"]) { return .failure(fault) }
        permits[purpose] = nil
        return .success(nil)
    }

    private mutating func transfer(_ ask: WalletAsk) -> Answer {
        guard ask.pins["Pin"] != nil else { return .failure(.malformed) }
        guard customer.bankAccounts.contains(ask["BankTokenNo"]) else { return .failure(.bankUnknown) }
        guard let amount = WalletBook.poisha(ask["TransactionAmount"]), (1_000...5_000_000).contains(amount) else {
            return .failure(.amountWrong)
        }
        if let fault = fault(of: ask.pins["Pin"]) ?? move(amount, fee: 1_000, to: ask["BankTokenNo"]) {
            return .failure(fault)
        }
        return .success([
            "responseCode": 0, "message": "Authorized", "transactionId": .string("txn_\(Hex.encode(random(16)))"),
            "isOtpRequired": false, "isPinRequired": false, "status": 1, "mfaType": nil,
        ])
    }

    private mutating func pay(_ kind: WalletBill.Kind, _ ask: WalletAsk) -> Answer {
        guard ask.pins["Pin"] != nil else { return .failure(.malformed) }
        let reference = ask["PaymentReference"]
        guard let bill = customer.bills[reference], bill.kind == kind else { return .failure(.referenceUnknown) }
        if let paid = movements[reference] {
            return .failure(.referenceUsed.with(.object(receipt(reference, bill, paid.id))))
        }
        guard !bill.isOver else { return .failure(.referenceExpired) }
        if let fault = fault(of: ask.pins["Pin"]) ?? move(bill.amount, fee: bill.fee, to: reference) {
            return .failure(fault)
        }
        var answer = receipt(reference, bill, begin(reference, isAuthorized: true))
        answer["availableBalance"] = WalletBook.taka(customer.balance)
        return .success(.object(answer))
    }

    /// What a payment is answered with, and, without the balance, what a second one of the same bill is told of the first.
    private func receipt(_ reference: String, _ bill: WalletBill, _ id: String) -> [String: JSONValue] {
        [
            "responseCode": 0, "message": "Authorized", "transactionId": .string(id),
            "paymentReference": .string(reference), "transactionCurrencyCode": "BDT",
            "transactionAmount": WalletBook.taka(bill.amount), "feeAmount": WalletBook.taka(bill.fee),
            "totalAmount": WalletBook.taka(bill.amount + bill.fee), "transactionStatus": "Authorized",
            "isOtpRequired": false, "isPinRequired": false,
        ]
    }

    /// Begins the payment, or goes on with the one that was begun, and sends a code where the last one is a while ago.
    private mutating func validate(_ reference: String) -> Answer {
        guard let bill = customer.bills[reference], bill.kind == .qr else { return .failure(.referenceUnknown) }
        if movements[reference]?.isAuthorized == true {
            return .failure(.referenceUsed.with(told(reference, "Authorized")))
        }
        guard !bill.isOver else { return .failure(.referenceExpired) }
        let id = movements[reference]?.id ?? begin(reference, isAuthorized: false)
        _ = send(id)
        return .success(told(reference, "Pending"))
    }

    private mutating func confirm(_ ask: WalletAsk) -> Answer {
        let found = movements.first { $0.value.id == ask["TransactionId"] }
        guard let (reference, movement) = found, let bill = customer.bills[reference] else {
            return .failure(.referenceUnknown)
        }
        guard !movement.isAuthorized else { return .failure(.referenceUsed.with(told(reference, "Authorized"))) }
        guard !bill.needsFace || ask.pictures == ["SmileImage", "BlinkImage"] else { return .failure(.faceMissing) }
        guard customer.balance >= bill.amount + bill.fee else { return .failure(.balanceShort) }
        if let fault = redeem(ask["Otp"], movement.id) ?? move(bill.amount, fee: bill.fee, to: reference) {
            return .failure(fault)
        }
        movements[reference]?.isAuthorized = true
        // This one call says a number where the others say a word.
        return .success(told(reference, 1))
    }

    private func told(_ reference: String, _ status: JSONValue) -> JSONValue {
        let id = movements[reference]?.id ?? ""
        let end = codes[id]?.expires ?? now
        return [
            "responseCode": 0, "message": .string(status.string ?? "Authorized"), "transactionId": .string(id),
            "otpExpire": .string(end.formatted(.iso8601)), "isOtpRequired": true, "isPinRequired": false,
            "isFaceVerificationRequired": .bool(customer.bills[reference]?.needsFace ?? false), "status": status,
            "mfaType": "OTP",
            "otpExpirySeconds": .number(JSONNumber(Int64(max(0, end.timeIntervalSince(now))))),
        ]
    }

    private mutating func order(_ ask: WalletAsk) -> Answer {
        guard ask.pins["Pin"] != nil, !ask["ContactAddress"].isEmpty else { return .failure(.malformed) }
        guard ["CARD-CLASSIC", "CARD-STUDENT"].contains(ask["ProductCode"]) else { return .failure(.productUnknown) }
        guard ["", "EID"].contains(ask["PromoCode"]) else { return .failure(.promotionUnknown) }
        guard !ordered.contains(ask["ProductCode"]) else { return .failure(.cardOrdered) }
        if let fault = fault(of: ask.pins["Pin"]) { return .failure(fault) }
        ordered.insert(ask["ProductCode"])
        return .success(nil)
    }
}
