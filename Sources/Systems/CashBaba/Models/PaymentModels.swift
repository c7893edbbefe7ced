public import Foundation
public import JourneyBase

/// The state of a transaction, in the service's word or number.
public struct TransactionStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The one word that says that a payment was made.
    public static let authorized = TransactionStatus(rawValue: "Authorized")

    public var description: String { rawValue }
}

/// A transfer to a bank account.
public struct TransferData: ResponseContent, PaidContent {
    public var responseCode: Int?
    public var message: String?
    public var transactionId: String?
    public var otpExpire: String?
    public var isOtpRequired: Bool?
    public var isPinRequired: Bool?
    public var status: TransactionStatus?
    public var mfaType: String?
    /// Whether an earlier request has paid, so that this one moved nothing; the other members are those of the earlier
    /// payment.
    public var isAlreadyPaid = false

    public init(_ body: JSONValue) throws(SDKError) {
        let members = ResponseMembers(contentOf: body)
        responseCode = try members.whole("responseCode")
        message = try members.text("message")
        transactionId = try members.text("transactionId")
        otpExpire = try members.text("otpExpire")
        isOtpRequired = try members.flag("isOtpRequired")
        isPinRequired = try members.flag("isPinRequired")
        status = try members.status("status")
        mfaType = try members.text("mfaType")
    }
}

/// A payment. Amounts are exact.
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
    /// Whether an earlier request has paid, so that this one moved nothing; the other members are those of the earlier
    /// payment.
    public var isAlreadyPaid = false

    public init(_ body: JSONValue) throws(SDKError) {
        let members = ResponseMembers(contentOf: body)
        responseCode = try members.whole("responseCode")
        message = try members.text("message")
        transactionID = try members.text("transactionId")
        paymentReference = try members.text("paymentReference")
        transactionCurrencyCode = try members.text("transactionCurrencyCode")
        transactionAmount = try members.decimal("transactionAmount")
        feeAmount = try members.decimal("feeAmount")
        totalAmount = try members.decimal("totalAmount")
        availableBalance = try members.decimal("availableBalance")
        transactionStatus = try members.text("transactionStatus")
        isOtpRequired = try members.flag("isOtpRequired")
        isPinRequired = try members.flag("isPinRequired")
    }
}
