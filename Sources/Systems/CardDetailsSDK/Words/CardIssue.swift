internal import JourneyBase

/// The problem shown to the user. Several codes can mean one problem; each problem has its own screen.
enum CardIssue: String, Hashable, Sendable, CaseIterable {
    case factors = "card-mfa"
    case blocked = "card-blocked"
    case inactive = "card-inactive"
    case missing = "card-missing"
    case offline = "card-offline"
    case busy = "card-busy"
    case attempts = "card-attempts"
    case codeUsed = "card-code-used"
    case expired = "card-code-expired"
    case consent = "card-consent-failed"
    case script = "card-script"
    case token = "card-token"
    case drawing = "card-drawing"
    case presence = "card-presence"
    case person = "card-person"
    case suspended = "card-suspended"
    case captured = "card-captured"
    case unknown = "card-trouble"

    init(_ code: ErrorCode) {
        self =
            switch code {
            case .mfaNotEnabled: .factors
            case .cardBlocked: .blocked
            case .cardNotActive: .inactive
            case .cardUnknown, .cardNotYours: .missing
            case .netUnreachable, .netTimeout: .offline
            case .issuerDown, .issuerTimeout, .rateLimited, .resendLimit, .serverError: .busy
            case .tooManyAttempts: .attempts
            case .codeUsed, .challengeUnknown: .codeUsed
            case .challengeExpired: .expired
            case .consentFailed: .consent
            case .scriptMissing: .script
            case .cardTokenExpired: .token
            case .renderFailed, .pageLoadFailed, .pageProcessLost, .bridgeNotReady, .originBlocked, .cspRequired,
                .tlsFail, .pinningFail:
                .drawing
            case .scaRequired: .presence
            case .cardTokenInvalid, .userMismatch, .authExpired: .person
            case .userSuspended: .suspended
            case .displayCaptured: .captured
            default: .unknown
            }
    }

    /// `true` if starting again, with another consent and another code, can help.
    var canRetry: Bool {
        switch self {
        case .offline, .busy, .codeUsed, .expired, .consent, .script, .token, .drawing, .captured: true
        case .factors, .blocked, .inactive, .missing, .attempts, .presence, .person, .suspended, .unknown: false
        }
    }
}
