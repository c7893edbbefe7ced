/// A stable name of an error. Callers branch on it and support searches for it; messages may change.
///
/// The set is open: a new code breaks no caller.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire and in logs.
    public let rawValue: String

    /// Creates a code with the given name. The package's own codes are static members.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

extension ErrorCode {
    // The partner API's own names.
    /// The host's token is expired or not accepted.
    public static let authExpired = ErrorCode(rawValue: "AUTH_EXPIRED")
    /// The server's certificate matches none of the pins for its host.
    public static let pinningFail = ErrorCode(rawValue: "PINNING_FAIL")
    /// A page or message came from an origin that the manifest doesn't list.
    public static let originBlocked = ErrorCode(rawValue: "ORIGIN_BLOCKED")
    /// No complete response arrived in time.
    public static let netTimeout = ErrorCode(rawValue: "NET_TIMEOUT")
    /// The server limits the rate of requests.
    public static let rateLimited = ErrorCode(rawValue: "RATE_LIMITED")
    /// The server or a schema rejected the input.
    public static let validationFail = ErrorCode(rawValue: "VALIDATION_FAIL")
    /// The operation was already performed under this idempotency key.
    public static let idempotentReplay = ErrorCode(rawValue: "IDEMPOTENT_REPLAY")
    /// Strong customer authentication needs a factor that this device doesn't offer.
    public static let scaRequired = ErrorCode(rawValue: "SCA_REQUIRED")
    /// The approval is missing, was not given by an authorised person, or covers other data than the request.
    public static let scaInvalid = ErrorCode(rawValue: "SCA_INVALID")
    /// Biometric enrolment changed after the approval key was created, so the key can't be used any more.
    public static let enrolmentChanged = ErrorCode(rawValue: "ENROLMENT_CHANGED")
    /// A key of this installation can't be used on this device: it was restored from another device, or the Secure Enclave was
    /// reset.
    public static let keyUnusable = ErrorCode(rawValue: "KEY_UNUSABLE")
    /// The request is held for a compliance check.
    public static let complianceHold = ErrorCode(rawValue: "COMPLIANCE_HOLD")
    /// The bank needs more information.
    public static let moreInfo = ErrorCode(rawValue: "MORE_INFO")
    /// An error without a more specific code.
    public static let unknown = ErrorCode(rawValue: "UNKNOWN")
    /// The step doesn't allow the method that the page called.
    public static let bridgeForbidden = ErrorCode(rawValue: "BRIDGE_FORBIDDEN")

    /// The person's sign-in failed.
    public static let authFailed = ErrorCode(rawValue: "AUTH_FAILED")

    // Attestation.
    /// The gateway rejected the evidence that this is the published app on a genuine device.
    public static let attestationFail = ErrorCode(rawValue: "ATTESTATION_FAIL")
    /// The device, app or gateway can't provide the attestation that the manifest requires, at least for now.
    public static let attestationUnavailable = ErrorCode(rawValue: "ATTESTATION_UNAVAILABLE")

    // Network.
    /// The server couldn't be reached.
    public static let netUnreachable = ErrorCode(rawValue: "NET_UNREACHABLE")
    /// The TLS handshake failed: the certificate or protocol isn't acceptable.
    public static let tlsFail = ErrorCode(rawValue: "TLS_FAIL")
    /// The response exceeds its size limit.
    public static let responseTooLarge = ErrorCode(rawValue: "RESPONSE_TOO_LARGE")
    /// The server failed to process the request.
    public static let serverError = ErrorCode(rawValue: "SERVER_ERROR")

    // Manifest and OpenAPI bundle.
    /// The document isn't a manifest, or breaks a rule for manifests.
    public static let manifestInvalid = ErrorCode(rawValue: "MANIFEST_INVALID")
    /// The manifest's signature isn't valid for the issuer's key.
    public static let manifestSignature = ErrorCode(rawValue: "MANIFEST_SIGNATURE")
    /// The manifest names a signing key that the issuer doesn't publish.
    public static let manifestKeyUnknown = ErrorCode(rawValue: "MANIFEST_KEY_UNKNOWN")
    /// The manifest was signed with a revoked key.
    public static let manifestKeyRevoked = ErrorCode(rawValue: "MANIFEST_KEY_REVOKED")
    /// The manifest was signed with a key that is not yet valid or has expired.
    public static let manifestKeyExpired = ErrorCode(rawValue: "MANIFEST_KEY_EXPIRED")
    /// The manifest's issuer isn't the one whose keys the host trusts.
    public static let manifestIssuer = ErrorCode(rawValue: "MANIFEST_ISSUER")
    /// The manifest has expired.
    public static let manifestExpired = ErrorCode(rawValue: "MANIFEST_EXPIRED")
    /// The manifest isn't valid yet.
    public static let manifestNotYetValid = ErrorCode(rawValue: "MANIFEST_NOT_YET_VALID")
    /// The manifest's version is unknown or below the minimum that the host accepts.
    public static let manifestVersion = ErrorCode(rawValue: "MANIFEST_VERSION")
    /// The manifest is older than one seen before.
    public static let manifestRollback = ErrorCode(rawValue: "MANIFEST_ROLLBACK")
    /// The manifest belongs to another journey than the requested one.
    public static let manifestMismatch = ErrorCode(rawValue: "MANIFEST_MISMATCH")
    /// The manifest could not be fetched.
    public static let manifestUnavailable = ErrorCode(rawValue: "MANIFEST_UNAVAILABLE")
    /// The manifest needs a newer version of this package.
    public static let sdkUpdateRequired = ErrorCode(rawValue: "SDK_UPDATE_REQUIRED")
    /// The OpenAPI bundle's digest differs from the one in the manifest.
    public static let oapiHash = ErrorCode(rawValue: "OAPI_HASH")
    /// The OpenAPI bundle can't be parsed, or breaks a rule.
    public static let oapiInvalid = ErrorCode(rawValue: "OAPI_INVALID")
    /// An operation requires credentials that a journey can't provide.
    public static let oapiSecurity = ErrorCode(rawValue: "OAPI_SECURITY")
    /// A binding refers to an operation that the OpenAPI bundle doesn't define.
    public static let operationUnknown = ErrorCode(rawValue: "OPERATION_UNKNOWN")

    /// The event script for explaining a journey is invalid.
    public static let scriptInvalid = ErrorCode(rawValue: "SCRIPT_INVALID")

    // Key sets.
    /// The key set can't be published, or isn't signed by one of the issuer's roots.
    public static let keysInvalid = ErrorCode(rawValue: "KEYS_INVALID")
    /// The key set belongs to another issuer or environment.
    public static let keysMismatch = ErrorCode(rawValue: "KEYS_MISMATCH")
    /// The key set isn't valid yet.
    public static let keysNotYetValid = ErrorCode(rawValue: "KEYS_NOT_YET_VALID")
    /// The key set has expired.
    public static let keysExpired = ErrorCode(rawValue: "KEYS_EXPIRED")
    /// The key set's version is lower than one seen or served before, or has the same version with other content.
    public static let keysRollback = ErrorCode(rawValue: "KEYS_ROLLBACK")
    /// The key set could not be fetched.
    public static let keysUnavailable = ErrorCode(rawValue: "KEYS_UNAVAILABLE")

    // Remote configuration.
    /// The bank has disabled the journey.
    public static let journeyDisabled = ErrorCode(rawValue: "JOURNEY_DISABLED")
    /// The remote configuration isn't valid, or isn't signed by one of the bank's keys for this environment.
    public static let remoteConfigInvalid = ErrorCode(rawValue: "REMOTE_CONFIG_INVALID")
    /// The remote configuration isn't valid yet, or has expired.
    public static let remoteConfigExpired = ErrorCode(rawValue: "REMOTE_CONFIG_EXPIRED")
    /// The remote configuration is older than one seen before, or has the same number with other content.
    public static let remoteConfigRollback = ErrorCode(rawValue: "REMOTE_CONFIG_ROLLBACK")
    /// The remote configuration could not be fetched for longer than its grace period.
    public static let remoteConfigUnavailable = ErrorCode(rawValue: "REMOTE_CONFIG_UNAVAILABLE")

    // Bridge and pages.
    /// A message arrived before the handshake was complete.
    public static let bridgeNotReady = ErrorCode(rawValue: "BRIDGE_NOT_READY")
    /// The signature of a message is invalid.
    public static let bridgeSignature = ErrorCode(rawValue: "BRIDGE_SIGNATURE")
    /// A message was received before, or its timestamp is outside the accepted window.
    public static let bridgeReplay = ErrorCode(rawValue: "BRIDGE_REPLAY")
    /// A message exceeds its size limit.
    public static let bridgeMessageTooLarge = ErrorCode(rawValue: "BRIDGE_MESSAGE_TOO_LARGE")
    /// A message isn't a valid envelope.
    public static let bridgeMessageInvalid = ErrorCode(rawValue: "BRIDGE_MESSAGE_INVALID")
    /// A payload is in the clear where encryption is required, or encrypted where it isn't.
    public static let bridgeEncryption = ErrorCode(rawValue: "BRIDGE_ENCRYPTION")
    /// An encrypted payload could not be decrypted. The error gives no further detail, on purpose.
    public static let bridgeDecryption = ErrorCode(rawValue: "BRIDGE_DECRYPTION")
    /// Page and SDK support no common version of the bridge.
    public static let bridgeVersion = ErrorCode(rawValue: "BRIDGE_VERSION")
    /// Too many requests are in progress.
    public static let bridgeBusy = ErrorCode(rawValue: "BRIDGE_BUSY")
    /// A page came without the required Content-Security-Policy.
    public static let cspRequired = ErrorCode(rawValue: "CSP_REQUIRED")
    /// A page could not be loaded or shown.
    public static let pageLoadFailed = ErrorCode(rawValue: "PAGE_LOAD_FAILED")
    /// No display is available to show pages.
    public static let displayUnavailable = ErrorCode(rawValue: "DISPLAY_UNAVAILABLE")
    /// The web engine's process for the page ended.
    public static let pageProcessLost = ErrorCode(rawValue: "PAGE_PROCESS_LOST")

    // Running.
    /// The person cancelled.
    public static let userCancelled = ErrorCode(rawValue: "USER_CANCELLED")
    /// A step exceeded its time limit.
    public static let stepTimeout = ErrorCode(rawValue: "STEP_TIMEOUT")
    /// The journey exceeded its time limit.
    public static let journeyTimeout = ErrorCode(rawValue: "JOURNEY_TIMEOUT")
    /// The step has no transition that can still apply.
    public static let stepStuck = ErrorCode(rawValue: "STEP_STUCK")
    /// A limit of the manifest was exceeded.
    public static let limitExceeded = ErrorCode(rawValue: "LIMIT_EXCEEDED")
    /// No plugin handles the method.
    public static let pluginUnknown = ErrorCode(rawValue: "PLUGIN_UNKNOWN")
    /// A plugin needs a permission that the host doesn't grant.
    public static let permissionDenied = ErrorCode(rawValue: "PERMISSION_DENIED")
    /// A journey is already running.
    public static let alreadyRunning = ErrorCode(rawValue: "ALREADY_RUNNING")
    /// A journey was started before `initialize`.
    public static let notInitialized = ErrorCode(rawValue: "NOT_INITIALIZED")
    /// The host's configuration breaks a rule.
    public static let configurationInvalid = ErrorCode(rawValue: "CONFIGURATION_INVALID")
    /// The session can't be resumed.
    public static let resumeRefused = ErrorCode(rawValue: "RESUME_REFUSED")
    /// The store could not read or write, or its data was modified.
    public static let storeFailed = ErrorCode(rawValue: "STORE_FAILED")
}
