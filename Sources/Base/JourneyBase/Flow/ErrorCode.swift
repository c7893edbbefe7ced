/// A stable name for what went wrong: callers branch on it, support searches for it, messages may change.
///
/// The set is open, so that a new code breaks no caller.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name on the wire and in logs.
    public let rawValue: String

    /// A code of that name; the package's own stand below.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

extension ErrorCode {
    // The partner API's own names.
    /// The host's token is not, or no longer, accepted.
    public static let authExpired = ErrorCode(rawValue: "AUTH_EXPIRED")
    /// A certificate is not one of those pinned for the host.
    public static let pinningFail = ErrorCode(rawValue: "PINNING_FAIL")
    /// A page or a message of an origin that the manifest does not list.
    public static let originBlocked = ErrorCode(rawValue: "ORIGIN_BLOCKED")
    /// No whole answer in time.
    public static let netTimeout = ErrorCode(rawValue: "NET_TIMEOUT")
    /// The server asks to slow down.
    public static let rateLimited = ErrorCode(rawValue: "RATE_LIMITED")
    /// The server, or a schema, does not accept what was sent.
    public static let validationFail = ErrorCode(rawValue: "VALIDATION_FAIL")
    /// The operation was already done under this idempotency key.
    public static let idempotentReplay = ErrorCode(rawValue: "IDEMPOTENT_REPLAY")
    /// Strong customer authentication is needed, by another factor than this device offers.
    public static let scaRequired = ErrorCode(rawValue: "SCA_REQUIRED")
    /// What the person approved is not what the bank was asked to do, or nobody who may has approved it.
    public static let scaInvalid = ErrorCode(rawValue: "SCA_INVALID")
    /// A finger or a face was enrolled or removed since the key that signs approvals was made: the key does not open any more.
    public static let enrolmentChanged = ErrorCode(rawValue: "ENROLMENT_CHANGED")
    /// A key of this installation cannot be used on this device: it was restored from another one, or its Secure Enclave was reset.
    public static let keyUnusable = ErrorCode(rawValue: "KEY_UNUSABLE")
    /// Held for a compliance check.
    public static let complianceHold = ErrorCode(rawValue: "COMPLIANCE_HOLD")
    /// More information is needed.
    public static let moreInfo = ErrorCode(rawValue: "MORE_INFO")
    /// None of the other codes.
    public static let unknown = ErrorCode(rawValue: "UNKNOWN")
    /// The step does not allow what the page asked for.
    public static let bridgeForbidden = ErrorCode(rawValue: "BRIDGE_FORBIDDEN")

    /// The person could not be signed in.
    public static let authFailed = ErrorCode(rawValue: "AUTH_FAILED")

    // Attestation.
    /// The gateway does not believe that this is the app, on a device that is vouched for.
    public static let attestationFail = ErrorCode(rawValue: "ATTESTATION_FAIL")
    /// This device, app or gateway cannot do what the manifest asks for, or not at the moment.
    public static let attestationUnavailable = ErrorCode(rawValue: "ATTESTATION_UNAVAILABLE")

    // Network.
    /// No connection.
    public static let netUnreachable = ErrorCode(rawValue: "NET_UNREACHABLE")
    /// A connection whose certificate or protocol is not acceptable.
    public static let tlsFail = ErrorCode(rawValue: "TLS_FAIL")
    /// A response beyond its limit.
    public static let responseTooLarge = ErrorCode(rawValue: "RESPONSE_TOO_LARGE")
    /// The server failed.
    public static let serverError = ErrorCode(rawValue: "SERVER_ERROR")

    // Manifest and OpenAPI bundle.
    /// Not a manifest, or one that breaks a rule.
    public static let manifestInvalid = ErrorCode(rawValue: "MANIFEST_INVALID")
    /// The signature is not the issuer's over these bytes.
    public static let manifestSignature = ErrorCode(rawValue: "MANIFEST_SIGNATURE")
    /// Signed under a key id that the issuer does not publish.
    public static let manifestKeyUnknown = ErrorCode(rawValue: "MANIFEST_KEY_UNKNOWN")
    /// Signed by a key that was revoked.
    public static let manifestKeyRevoked = ErrorCode(rawValue: "MANIFEST_KEY_REVOKED")
    /// Signed by a key that does not count yet, or not any more.
    public static let manifestKeyExpired = ErrorCode(rawValue: "MANIFEST_KEY_EXPIRED")
    /// Of another issuer than the keys that the host trusts.
    public static let manifestIssuer = ErrorCode(rawValue: "MANIFEST_ISSUER")
    /// Past its last moment.
    public static let manifestExpired = ErrorCode(rawValue: "MANIFEST_EXPIRED")
    /// Before its first moment.
    public static let manifestNotYetValid = ErrorCode(rawValue: "MANIFEST_NOT_YET_VALID")
    /// Of a version below the least that the host accepts, or unknown.
    public static let manifestVersion = ErrorCode(rawValue: "MANIFEST_VERSION")
    /// Older than one that was seen before.
    public static let manifestRollback = ErrorCode(rawValue: "MANIFEST_ROLLBACK")
    /// Of another journey than the one asked for.
    public static let manifestMismatch = ErrorCode(rawValue: "MANIFEST_MISMATCH")
    /// Could not be fetched.
    public static let manifestUnavailable = ErrorCode(rawValue: "MANIFEST_UNAVAILABLE")
    /// Needs a newer version of this package.
    public static let sdkUpdateRequired = ErrorCode(rawValue: "SDK_UPDATE_REQUIRED")
    /// The OpenAPI bundle is not the one that the manifest pins.
    public static let oapiHash = ErrorCode(rawValue: "OAPI_HASH")
    /// The OpenAPI bundle cannot be read, or breaks a rule.
    public static let oapiInvalid = ErrorCode(rawValue: "OAPI_INVALID")
    /// An operation asks for credentials that a journey cannot give.
    public static let oapiSecurity = ErrorCode(rawValue: "OAPI_SECURITY")
    /// A binding to an operation that the bundle does not have.
    public static let operationUnknown = ErrorCode(rawValue: "OPERATION_UNKNOWN")

    /// A script of events to explain a journey by is none.
    public static let scriptInvalid = ErrorCode(rawValue: "SCRIPT_INVALID")

    // Key sets.
    /// Not a key set that can be published, or that one of the issuer's roots has signed.
    public static let keysInvalid = ErrorCode(rawValue: "KEYS_INVALID")
    /// A key set of another issuer or environment.
    public static let keysMismatch = ErrorCode(rawValue: "KEYS_MISMATCH")
    /// A key set before its first moment.
    public static let keysNotYetValid = ErrorCode(rawValue: "KEYS_NOT_YET_VALID")
    /// A key set past its last moment.
    public static let keysExpired = ErrorCode(rawValue: "KEYS_EXPIRED")
    /// A key set of a lower version than one that was seen or is served, or another one of the same version.
    public static let keysRollback = ErrorCode(rawValue: "KEYS_ROLLBACK")
    /// The key set could not be fetched.
    public static let keysUnavailable = ErrorCode(rawValue: "KEYS_UNAVAILABLE")

    // Remote configuration.
    /// The bank has switched the journey off.
    public static let journeyDisabled = ErrorCode(rawValue: "JOURNEY_DISABLED")
    /// Not a remote configuration that one of the bank's keys has signed for this environment.
    public static let remoteConfigInvalid = ErrorCode(rawValue: "REMOTE_CONFIG_INVALID")
    /// A remote configuration before its first or past its last moment.
    public static let remoteConfigExpired = ErrorCode(rawValue: "REMOTE_CONFIG_EXPIRED")
    /// A remote configuration that is older than one that was seen, or another of the same number.
    public static let remoteConfigRollback = ErrorCode(rawValue: "REMOTE_CONFIG_ROLLBACK")
    /// The bank's word could not be had for longer than its grace.
    public static let remoteConfigUnavailable = ErrorCode(rawValue: "REMOTE_CONFIG_UNAVAILABLE")

    // Bridge and pages.
    /// A message before the handshake was done.
    public static let bridgeNotReady = ErrorCode(rawValue: "BRIDGE_NOT_READY")
    /// A message whose signature is not right.
    public static let bridgeSignature = ErrorCode(rawValue: "BRIDGE_SIGNATURE")
    /// A message that was seen before, or of a time too far off.
    public static let bridgeReplay = ErrorCode(rawValue: "BRIDGE_REPLAY")
    /// A message beyond its limit.
    public static let bridgeMessageTooLarge = ErrorCode(rawValue: "BRIDGE_MESSAGE_TOO_LARGE")
    /// A message that is not an envelope.
    public static let bridgeMessageInvalid = ErrorCode(rawValue: "BRIDGE_MESSAGE_INVALID")
    /// A payload that came in the clear and has to be encrypted, or the other way round.
    public static let bridgeEncryption = ErrorCode(rawValue: "BRIDGE_ENCRYPTION")
    /// An encrypted payload that does not open; says no more than that.
    public static let bridgeDecryption = ErrorCode(rawValue: "BRIDGE_DECRYPTION")
    /// No version of the bridge in common.
    public static let bridgeVersion = ErrorCode(rawValue: "BRIDGE_VERSION")
    /// Too many requests at once.
    public static let bridgeBusy = ErrorCode(rawValue: "BRIDGE_BUSY")
    /// A page came without the Content-Security-Policy that is required of it.
    public static let cspRequired = ErrorCode(rawValue: "CSP_REQUIRED")
    /// A page could not be shown.
    public static let pageLoadFailed = ErrorCode(rawValue: "PAGE_LOAD_FAILED")
    /// There is no display to show pages on.
    public static let displayUnavailable = ErrorCode(rawValue: "DISPLAY_UNAVAILABLE")
    /// The web engine's process for the page ended.
    public static let pageProcessLost = ErrorCode(rawValue: "PAGE_PROCESS_LOST")

    // Running.
    /// The person said no.
    public static let userCancelled = ErrorCode(rawValue: "USER_CANCELLED")
    /// A step took longer than it may.
    public static let stepTimeout = ErrorCode(rawValue: "STEP_TIMEOUT")
    /// The journey took longer than it may.
    public static let journeyTimeout = ErrorCode(rawValue: "JOURNEY_TIMEOUT")
    /// No transition leads out of the step, and none can come.
    public static let stepStuck = ErrorCode(rawValue: "STEP_STUCK")
    /// A limit of the manifest was reached.
    public static let limitExceeded = ErrorCode(rawValue: "LIMIT_EXCEEDED")
    /// No plugin answers the method.
    public static let pluginUnknown = ErrorCode(rawValue: "PLUGIN_UNKNOWN")
    /// A plugin needs what the host does not grant.
    public static let permissionDenied = ErrorCode(rawValue: "PERMISSION_DENIED")
    /// A journey is running already.
    public static let alreadyRunning = ErrorCode(rawValue: "ALREADY_RUNNING")
    /// Started before `initialize`.
    public static let notInitialized = ErrorCode(rawValue: "NOT_INITIALIZED")
    /// The host's configuration breaks a rule.
    public static let configurationInvalid = ErrorCode(rawValue: "CONFIGURATION_INVALID")
    /// A session cannot be taken up again.
    public static let resumeRefused = ErrorCode(rawValue: "RESUME_REFUSED")
    /// The store could not read or write, or what it read was changed.
    public static let storeFailed = ErrorCode(rawValue: "STORE_FAILED")
}
