/// The data of a QR payment, from its validation and its status.
public struct CpqrcValidationData: ResponseContent, PaidContent {
    public var responseCode: Int?
    public var message: String?
    public var transactionId: String?
    public var otpExpire: String?
    public var isOtpRequired: Bool?
    public var isPinRequired: Bool?
    public var isFaceVerificationRequired: Bool?
    public var status: TransactionStatus?
    public var mfaType: String?
    /// The lifetime of the code in seconds.
    public var otpExpirySeconds: Int?
    /// `true` if an earlier request has paid, so that this one moved nothing. The other members are those of the earlier payment.
    public var isAlreadyPaid = false

    private enum CodingKeys: CodingKey {
        case responseCode, message, transactionId, otpExpire, isOtpRequired, isPinRequired, isFaceVerificationRequired
        case status, mfaType, otpExpirySeconds
    }
}

/// The response to confirming a QR payment. Only its status tells whether it was made.
public struct CpqrcConfirmData: ResponseContent {
    public var responseCode: Int?
    public var message: String?
    public var transactionId: String?
    public var otpExpire: String?
    public var isOtpRequired: Bool?
    public var isPinRequired: Bool?
    public var isFaceVerificationRequired: Bool?
    public var status: TransactionStatus?
    public var mfaType: String?

}
