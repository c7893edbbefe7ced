import JourneyWire

/// The mapping of the issuer's error codes to the proxy's. A table, because the codes have changed before. Unlisted codes are
/// mapped by HTTP status.
enum IssuerErrors {
    struct Row: Sendable {
        let code: String
        let meaning: CardCode
        /// The calls that the row applies to; `nil` for all.
        var calls: Set<IssuerCall>?

        init(_ code: String, _ meaning: CardCode, _ calls: Set<IssuerCall>? = nil) {
            self.code = code
            self.meaning = meaning
            self.calls = calls
        }
    }

    private static let consent: Set<IssuerCall> = [.confirm, .resend, .revoke]

    /// The mappings; the first matching row applies.
    static let rows: [Row] = [
        Row("00002", .issuerRefused),  // A member is not valid: all of them were looked at here.
        Row("30000", .issuerRefused),  // The API key.
        Row("30012", .issuerRefused),  // The authorization header: signature, or clock.
        Row("30013", .challengeUnknown, consent),
        Row("30013", .cardNotYours),
        Row("30014", .issuerRefused),  // A third party of the issuer's has failed.
        Row("30022", .cardUnknown),
        Row("30029", .mfaNotEnabled, consent),
        Row("30029", .cardBlocked, [.block, .unblock]),
        Row("30029", .cardNotYours),
        Row("30036", .challengeUnknown),
        Row("30043", .userSuspended),
        Row("30061", .cardUnknown),
        Row("30100", .cardNotActive),
        Row("31008", .resendLimit),
        Row("31010", .resendLimit),
        Row("31028", .tooManyAttempts),
        Row("31048", .challengeExpired),
        Row("31055", .rateLimited),
        Row("31064", .codeWrong),
        Row("31065", .tooManyAttempts),
        Row("31094", .issuerRefused),  // The code could not be sent.
        Row("32017", .userSuspended),
    ]

    /// Returns the code for a refusal of `call`.
    static func meaning(_ status: Int, _ code: String?, _ call: IssuerCall) -> CardCode {
        if let row = rows.first(where: { $0.code == code && ($0.calls?.contains(call) ?? true) }) { return row.meaning }
        return switch status {
        case 403, 404: call.isConsent ? .challengeUnknown : status == 403 ? .cardNotYours : .cardUnknown
        case 410: call.isConsent ? .challengeExpired : .cardUnknown
        case 429: .rateLimited
        case 408, 504: .issuerTimeout
        case 503: .issuerDown
        default: .issuerRefused
        }
    }
}
