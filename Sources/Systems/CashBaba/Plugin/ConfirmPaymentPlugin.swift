import Foundation
public import JourneyBase

/// A plugin with which the user confirms a payment in a step of a signed journey: `confirmPayment` with
/// `{paymentReference, kind}`, where `kind` is `payment` (the default), `distributor` or `qr`.
///
/// The answer's `outcome` is `completed`, or `pending` if it is unknown whether the payment was made. `pending` is not an error,
/// so that neither a page nor a manifest's retry pays again; the same reference is not offered to the user a second time. A
/// payment that was not sent is an error instead: nothing was paid, and the user may try again.
public struct ConfirmPaymentPlugin: JourneyPlugin {
    public let name = "confirm_payment"
    public let methods: Set<String> = ["confirmPayment"]
    public let permissions: Set<PluginPermission> = [.payments]
    private let steps: WalletSteps

    public init(_ steps: WalletSteps) { self.steps = steps }

    /// Presents the payment and returns its outcome.
    ///
    /// - Parameters:
    ///   - method: `confirmPayment`.
    ///   - params: `{paymentReference, kind}`.
    /// - Returns: `{outcome, reference}` with, as far as the service sent them, `transactionId`, `status`, `currency`, and
    ///   `amount`,
    ///   `fee` and `total` as decimal text, and with `alreadyPaid: true` if an earlier request has paid. It holds nothing else of
    ///   the user's wallet.
    /// - Throws: `JourneyError`: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, `BRIDGE_BUSY`
    ///   while
    ///   the wallet is presented, `USER_CANCELLED` for a user who leaves, else the code of the wallet's error. Nothing was paid
    ///   then.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no method \(method).")
        }
        let ask = try PaymentRequest(params)
        let pending: JSONValue = ["outcome": "pending", "reference": .string(ask.reference)]
        switch steps.doubtful.claim(ask.reference) {
        case .inDoubt: return pending
        case .inHand: throw JourneyError(.bridgeBusy, "This payment is already being confirmed.")
        case .free: break
        }
        var leavesDoubt = false
        defer { steps.doubtful.release(ask.reference, leavesDoubt: leavesDoubt) }
        switch try await steps.present(ask.kind.type, reference: ask.reference) {
        case .success(let model): return .object(ask.receipt(of: model))
        case .cancelled: throw JourneyError(.userCancelled, "The user left before confirming the payment.")
        case .failed(let model):
            guard model.error.leavesDoubt else { throw JourneyError(ofWallet: model.error) }
            leavesDoubt = true
            return pending
        }
    }
}

/// The parameters of `confirmPayment`.
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

    /// Reads the parameters. Throws `VALIDATION_FAIL`.
    init(_ params: JSONValue) throws(JourneyError) {
        let fault = JourneyError(
            .validationFail,
            "confirmPayment takes a paymentReference (1 to 256 visible ASCII characters) and a kind: payment, distributor, qr."
        )
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

    /// Returns `true` for one word of visible ASCII. The user reads it, and it must not look like another line of the screen.
    private static func isReference(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the page's answer for a success.
    func receipt(of model: OnSuccessModel) -> [String: JSONValue] {
        var receipt: [String: JSONValue] = ["outcome": "completed", "reference": .string(reference)]
        func add(_ name: String, _ text: String?) {
            // Omit texts of implausible length: pages receive only short values.
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
