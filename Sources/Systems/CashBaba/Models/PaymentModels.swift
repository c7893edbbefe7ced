public import Foundation
import JourneyWire

/// The state of a transaction, as the service's text or number.
public struct TransactionStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The only value that means that a payment was made.
    public static let authorized = TransactionStatus(rawValue: WalletTransaction.authorized)

    public var description: String { rawValue }
}

extension TransactionStatus: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        rawValue = try (try? value.decode(String.self)) ?? String(value.decode(Int64.self))
    }
}

/// The data of a transfer to a bank account.
public struct TransferData: ResponseContent, PaidContent {
    public var responseCode: Int?
    public var message: String?
    public var transactionId: String?
    public var otpExpire: String?
    public var isOtpRequired: Bool?
    public var isPinRequired: Bool?
    public var status: TransactionStatus?
    public var mfaType: String?
    /// `true` if an earlier request has paid, so that this one moved nothing. The other members are those of the earlier payment.
    public var isAlreadyPaid = false

    private enum CodingKeys: CodingKey {
        case responseCode, message, transactionId, otpExpire, isOtpRequired, isPinRequired, status, mfaType
    }
}

/// The data of a payment. Amounts are exact.
public struct PaymentData: ResponseContent, PaidContent {
    public var responseCode: Int?
    public var message: String?
    public var transactionID: String?
    public var paymentReference: String?
    public var transactionCurrencyCode: String?
    public var transactionAmount: Decimal?
    public var feeAmount: Decimal?
    public var totalAmount: Decimal?
    public var availableBalance: Decimal?
    public var transactionStatus: String?
    public var isOtpRequired: Bool?
    public var isPinRequired: Bool?
    /// `true` if an earlier request has paid, so that this one moved nothing. The other members are those of the earlier payment.
    public var isAlreadyPaid = false

    private enum CodingKeys: String, CodingKey {
        case responseCode, message, paymentReference, transactionCurrencyCode, transactionAmount, feeAmount, totalAmount
        case availableBalance, transactionStatus, isOtpRequired, isPinRequired
        case transactionID = "transactionId"
    }
}
