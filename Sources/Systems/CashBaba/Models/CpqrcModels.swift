public import JourneyBase

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

    public init(_ body: JSONValue) throws(SDKError) {
        let members = ResponseMembers(contentOf: body)
        responseCode = try members.whole("responseCode")
        message = try members.text("message")
        transactionId = try members.text("transactionId")
        otpExpire = try members.text("otpExpire")
        isOtpRequired = try members.flag("isOtpRequired")
        isPinRequired = try members.flag("isPinRequired")
        isFaceVerificationRequired = try members.flag("isFaceVerificationRequired")
        status = try members.status("status")
        mfaType = try members.text("mfaType")
        otpExpirySeconds = try members.whole("otpExpirySeconds")
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

    public init(_ body: JSONValue) throws(SDKError) {
        let members = ResponseMembers(contentOf: body)
        responseCode = try members.whole("responseCode")
        message = try members.text("message")
        transactionId = try members.text("transactionId")
        otpExpire = try members.text("otpExpire")
        isOtpRequired = try members.flag("isOtpRequired")
        isPinRequired = try members.flag("isPinRequired")
        isFaceVerificationRequired = try members.flag("isFaceVerificationRequired")
        status = try members.status("status")
        mfaType = try members.text("mfaType")
    }
}
