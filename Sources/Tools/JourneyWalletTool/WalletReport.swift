import CashBaba
import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness

/// Reports the end of a presentation, and its exit status.
struct WalletReport {
    let output: RunOutput
    let language: Language

    func report(_ end: CashBabaSDK.End) -> CommandStatus {
        let style = output.terminal.style
        switch end {
        case .success(let model):
            output.result("done", WalletReport.facts(of: model), style.green(sentence(for: model)))
            return .done
        case .cancelled:
            output.result("cancelled", [:], style.yellow(WalletWords.cancelled(language)))
            return .failed
        case .failed(let model):
            let error = model.error
            let detail = style.dim("(\(error.title) \(error.code))")
            output.result(
                "failed",
                [
                    "code": .string(error.title), "number": .number(JSONNumber(error.code)),
                    "errorCode": .string(error.errorCode.rawValue), "message": .string(model.errorMessage),
                    "leavesDoubt": .bool(error.leavesDoubt),
                    "requestFate": error.requestFate.map { .string($0.rawValue) } ?? nil,
                ], "\(style.red(model.errorMessage)) \(detail) \(style.code(error.errorCode.rawValue))")
            return WalletReport.status(of: error)
        }
    }

    /// Returns the exit status of an error. A missing response, and an unknown outcome, do not count as a refusal.
    static func status(of error: SDKError) -> CommandStatus {
        if error.leavesDoubt { return .failed }
        return switch error.title {
        case "InvalidInput", "BadURL", "EncryptionError": .badInput
        case "Unauthorized", "ServiceError": .refused
        case "ServerError", "HTTPError": error.code < 500 ? .refused : .failed
        default: .failed
        }
    }

    private func sentence(for model: OnSuccessModel) -> String {
        switch model {
        case .setPin, .changePin, .forgetPin: return WalletWords.pinSet(language)
        case .applyPrepaidCard: return WalletWords.cardOrdered(language)
        case .cpqrc(let response): return summary(paid(model), response.data.transactionId)
        case .transfer(let response):
            return summary(
                model.isAlreadyPaid ? WalletWords.alreadyPaid(language) : WalletWords.sent(language),
                response.data.transactionId)
        case .payment(let response), .distributorPayment(let response):
            let data = response.data
            let amounts = [
                data.transactionAmount.map { WalletWords.amount(language, $0) },
                data.feeAmount.flatMap { $0 == 0 ? nil : WalletWords.fee(language, $0) },
                data.availableBalance.map { WalletWords.balance(language, $0) },
            ]
            return summary(paid(model), data.transactionID, amounts.compactMap(\.self))
        }
    }

    private func paid(_ model: OnSuccessModel) -> String {
        model.isAlreadyPaid ? WalletWords.alreadyPaid(language) : WalletWords.paid(language)
    }

    private func summary(_ what: String, _ transaction: String?, _ more: [String] = []) -> String {
        let lines = more + [transaction.map { WalletWords.transaction(language, $0) }].compactMap(\.self)
        return ([what] + lines.map { "  \($0)" }).joined(separator: "\n")
    }

    /// Returns the machine-readable result: exactly the service's values.
    private static func facts(of model: OnSuccessModel) -> [String: JSONValue] {
        var facts: [String: JSONValue] = [:]
        func put(_ name: String, _ text: String?) { if let text { facts[name] = .string(text) } }
        func put(_ name: String, _ amount: Decimal?) {
            if let amount, let number = JSONNumber(lexeme: "\(amount)") { facts[name] = .number(number) }
        }
        switch model {
        case .setPin, .changePin, .forgetPin, .applyPrepaidCard: break
        case .cpqrc(let response):
            put("transactionId", response.data.transactionId)
            put("status", response.data.status?.rawValue)
        case .transfer(let response):
            put("transactionId", response.data.transactionId)
            put("status", response.data.status?.rawValue)
        case .payment(let response), .distributorPayment(let response):
            let data = response.data
            put("transactionId", data.transactionID)
            put("reference", data.paymentReference)
            put("status", data.transactionStatus)
            put("amount", data.transactionAmount)
            put("fee", data.feeAmount)
            put("total", data.totalAmount)
            put("balance", data.availableBalance)
        }
        if model.isAlreadyPaid { facts["alreadyPaid"] = true }
        return facts
    }
}
