import Foundation
public import JourneyBase

/// Lets a signed journey have the person confirm a payment as one of its steps: `confirmPayment` with
/// `{paymentReference, kind}`, where `kind` is `payment` (when left out), `distributor` or `qr`.
///
/// The answer has the `outcome`: `completed`, or `pending` where nobody knows whether it was paid. That is no error, so that
/// neither a page nor a manifest's retry pays again; the same reference is not offered to the person a second time. A payment
/// that was not sent is not `pending`: the person may try again, and an error says that nothing was paid.
public struct ConfirmPaymentPlugin: JourneyPlugin {
    public let name = "confirm_payment"
    public let methods: Set<String> = ["confirmPayment"]
    public let permissions: Set<PluginPermission> = [.payments]
    private let steps: WalletSteps

    public init(_ steps: WalletSteps) { self.steps = steps }

    /// Answers `{outcome, reference}` with, as far as the service said, `transactionId`, `status`, `currency`, and
    /// `amount`, `fee` and `total` as decimal text, and with `alreadyPaid: true` where an earlier request has paid. Nothing
    /// else of the person's wallet is in it.
    ///
    /// Throws `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, `BRIDGE_BUSY` while the wallet is
    /// presented, `USER_CANCELLED` for a person who leaves, and else the code of the wallet's error: then nothing was paid.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        let ask = try PaymentRequest(params)
        let pending: JSONValue = ["outcome": "pending", "reference": .string(ask.reference)]
        switch steps.doubtful.claim(ask.reference) {
        case .inDoubt: return pending
        case .inHand: throw JourneyError(.bridgeBusy, "This payment is being confirmed already.")
        case .free: break
        }
        var leavesDoubt = false
        defer { steps.doubtful.release(ask.reference, leavesDoubt: leavesDoubt) }
        switch try await steps.present(ask.kind.type, reference: ask.reference) {
        case .success(let model): return .object(ask.receipt(of: model))
        case .cancelled: throw JourneyError(.userCancelled, "The person confirmed no payment.")
        case .failed(let model):
            guard model.error.leavesDoubt else { throw JourneyError(ofWallet: model.error) }
            leavesDoubt = true
            return pending
        }
    }
}

/// What a page hands in.
struct PaymentRequest {
    enum Kind: String, CaseIterable {
        case payment, distributor, qr

        var type: MethodTypes {
            switch self {
            case .payment: .PAYMENT
            case .distributor: .DISTRIBUTOR_PAYMENT
            case .qr: .CPQRC
            }
        }
    }

    let reference: String
    let kind: Kind

    /// Throws `VALIDATION_FAIL`.
    init(_ params: JSONValue) throws(JourneyError) {
        let fault = JourneyError(
            .validationFail, "confirmPayment takes a paymentReference, and a kind: payment, distributor or qr.")
        guard let object = params.object, Set(object.keys).isSubset(of: ["paymentReference", "kind"]),
            let reference = object["paymentReference"]?.string, PaymentRequest.isReference(reference)
        else { throw fault }
        self.reference = reference
        guard let word = object["kind"] else {
            kind = .payment
            return
        }
        guard let kind = word.string.flatMap(Kind.init) else { throw fault }
        self.kind = kind
    }

    /// The person reads it: one word of visible ASCII, which cannot look like another line of the screen.
    private static func isReference(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// What the page gets of a success.
    func receipt(of model: OnSuccessModel) -> [String: JSONValue] {
        var receipt: [String: JSONValue] = ["outcome": "completed", "reference": .string(reference)]
        func add(_ name: String, _ text: String?) {
            // The service's own words have no place in a page's logic, however long they are.
            if let text, (1...256).contains(text.utf8.count) { receipt[name] = .string(text) }
        }
        switch model {
        case .payment(let answer), .distributorPayment(let answer):
            let data = answer.data
            add("transactionId", data.transactionID)
            add("status", data.transactionStatus)
            add("currency", data.transactionCurrencyCode)
            add("amount", data.transactionAmount?.description)
            add("fee", data.feeAmount?.description)
            add("total", data.totalAmount?.description)
        case .cpqrc(let answer):
            add("transactionId", answer.data.transactionId)
            add("status", answer.data.status?.rawValue)
        default: break
        }
        if model.isAlreadyPaid { receipt["alreadyPaid"] = true }
        return receipt
    }
}
