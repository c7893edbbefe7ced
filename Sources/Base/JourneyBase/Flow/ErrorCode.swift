/// A stable name for what went wrong: callers branch on it, support searches for it, messages may change.
///
/// The set is open, so that a new code breaks no caller.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

extension ErrorCode {
    // The partner API's own names.
    public static let authExpired = ErrorCode(rawValue: "AUTH_EXPIRED")
    public static let pinningFail = ErrorCode(rawValue: "PINNING_FAIL")
    public static let originBlocked = ErrorCode(rawValue: "ORIGIN_BLOCKED")
    public static let netTimeout = ErrorCode(rawValue: "NET_TIMEOUT")
    public static let rateLimited = ErrorCode(rawValue: "RATE_LIMITED")
    public static let validationFail = ErrorCode(rawValue: "VALIDATION_FAIL")
    public static let idempotentReplay = ErrorCode(rawValue: "IDEMPOTENT_REPLAY")
    public static let scaRequired = ErrorCode(rawValue: "SCA_REQUIRED")
    public static let complianceHold = ErrorCode(rawValue: "COMPLIANCE_HOLD")
    public static let moreInfo = ErrorCode(rawValue: "MORE_INFO")
    public static let unknown = ErrorCode(rawValue: "UNKNOWN")
    public static let bridgeForbidden = ErrorCode(rawValue: "BRIDGE_FORBIDDEN")

    // Network.
    public static let netUnreachable = ErrorCode(rawValue: "NET_UNREACHABLE")
    public static let tlsFail = ErrorCode(rawValue: "TLS_FAIL")
    public static let responseTooLarge = ErrorCode(rawValue: "RESPONSE_TOO_LARGE")
    public static let serverError = ErrorCode(rawValue: "SERVER_ERROR")

    // Manifest and OpenAPI bundle.
    public static let manifestInvalid = ErrorCode(rawValue: "MANIFEST_INVALID")
    public static let manifestSignature = ErrorCode(rawValue: "MANIFEST_SIGNATURE")
    public static let manifestKeyUnknown = ErrorCode(rawValue: "MANIFEST_KEY_UNKNOWN")
    public static let manifestExpired = ErrorCode(rawValue: "MANIFEST_EXPIRED")
    public static let manifestNotYetValid = ErrorCode(rawValue: "MANIFEST_NOT_YET_VALID")
    public static let manifestVersion = ErrorCode(rawValue: "MANIFEST_VERSION")
    public static let manifestRollback = ErrorCode(rawValue: "MANIFEST_ROLLBACK")
    public static let manifestMismatch = ErrorCode(rawValue: "MANIFEST_MISMATCH")
    public static let manifestUnavailable = ErrorCode(rawValue: "MANIFEST_UNAVAILABLE")
    public static let sdkUpdateRequired = ErrorCode(rawValue: "SDK_UPDATE_REQUIRED")
    public static let oapiHash = ErrorCode(rawValue: "OAPI_HASH")
    public static let oapiInvalid = ErrorCode(rawValue: "OAPI_INVALID")
    public static let operationUnknown = ErrorCode(rawValue: "OPERATION_UNKNOWN")

    // Bridge and pages.
    public static let bridgeNotReady = ErrorCode(rawValue: "BRIDGE_NOT_READY")
    public static let bridgeSignature = ErrorCode(rawValue: "BRIDGE_SIGNATURE")
    public static let bridgeReplay = ErrorCode(rawValue: "BRIDGE_REPLAY")
    public static let bridgeMessageTooLarge = ErrorCode(rawValue: "BRIDGE_MESSAGE_TOO_LARGE")
    public static let bridgeMessageInvalid = ErrorCode(rawValue: "BRIDGE_MESSAGE_INVALID")
    public static let bridgeVersion = ErrorCode(rawValue: "BRIDGE_VERSION")
    public static let bridgeBusy = ErrorCode(rawValue: "BRIDGE_BUSY")
    public static let pageLoadFailed = ErrorCode(rawValue: "PAGE_LOAD_FAILED")
    public static let displayUnavailable = ErrorCode(rawValue: "DISPLAY_UNAVAILABLE")
    public static let pageProcessLost = ErrorCode(rawValue: "PAGE_PROCESS_LOST")

    // Running.
    public static let userCancelled = ErrorCode(rawValue: "USER_CANCELLED")
    public static let stepTimeout = ErrorCode(rawValue: "STEP_TIMEOUT")
    public static let journeyTimeout = ErrorCode(rawValue: "JOURNEY_TIMEOUT")
    public static let stepStuck = ErrorCode(rawValue: "STEP_STUCK")
    public static let limitExceeded = ErrorCode(rawValue: "LIMIT_EXCEEDED")
    public static let pluginUnknown = ErrorCode(rawValue: "PLUGIN_UNKNOWN")
    public static let alreadyRunning = ErrorCode(rawValue: "ALREADY_RUNNING")
    public static let notInitialized = ErrorCode(rawValue: "NOT_INITIALIZED")
    public static let configurationInvalid = ErrorCode(rawValue: "CONFIGURATION_INVALID")
    public static let resumeRefused = ErrorCode(rawValue: "RESUME_REFUSED")
    public static let storeFailed = ErrorCode(rawValue: "STORE_FAILED")
}
