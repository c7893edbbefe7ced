/// A payment by QR code, as validating it and asking for its status tell it.
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
    /// How long the code is good, in seconds.
    public var otpExpirySeconds: Int?
    /// Whether an earlier request has paid, so that this one moved nothing; the other members are those of the earlier
    /// payment.
    public var isAlreadyPaid = false

    private enum CodingKeys: CodingKey {
        case responseCode, message, transactionId, otpExpire, isOtpRequired, isPinRequired, isFaceVerificationRequired
        case status, mfaType, otpExpirySeconds
    }
}

/// What confirming a payment by QR code was answered. Only its status says whether it was made.
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
