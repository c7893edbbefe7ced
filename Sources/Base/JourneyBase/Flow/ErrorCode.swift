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
    ///
    /// Next step: Get a new context token from your backend, or set `renewContextToken`, and start again.
    public static let authExpired = ErrorCode(rawValue: "AUTH_EXPIRED")
    /// The server's certificate matches none of the pins for its host.
    ///
    /// Next step: Compare the pins of the configuration with the server's public key; on a trusted network, publish the new pins.
    public static let pinningFail = ErrorCode(rawValue: "PINNING_FAIL")
    /// A page or message came from an origin that the manifest doesn't list.
    ///
    /// Next step: Add the origin to `security.allowedOrigins` of the manifest if it belongs to the bank, then sign and publish
    /// it.
    public static let originBlocked = ErrorCode(rawValue: "ORIGIN_BLOCKED")
    /// No complete response arrived in time.
    ///
    /// Next step: Check the network and try again; the message names the request.
    public static let netTimeout = ErrorCode(rawValue: "NET_TIMEOUT")
    /// The server limits the rate of requests.
    ///
    /// Next step: Wait for as long as `Retry-After` says, then try again.
    public static let rateLimited = ErrorCode(rawValue: "RATE_LIMITED")
    /// The server or a schema rejected the input.
    ///
    /// Next step: Correct the fields that `errors` names, then send the request again.
    public static let validationFail = ErrorCode(rawValue: "VALIDATION_FAIL")
    /// The operation was already performed under this idempotency key.
    ///
    /// Next step: Don't repeat the call; read the outcome of the first one.
    public static let idempotentReplay = ErrorCode(rawValue: "IDEMPOTENT_REPLAY")
    /// Strong customer authentication needs a factor that this device doesn't offer.
    ///
    /// Next step: Ask the person to enrol the factor (a passcode or biometrics), or offer another channel.
    public static let scaRequired = ErrorCode(rawValue: "SCA_REQUIRED")
    /// The approval is missing, was not given by an authorised person, or covers other data than the request.
    ///
    /// Next step: Ask for a new approval of exactly the data that the request carries.
    public static let scaInvalid = ErrorCode(rawValue: "SCA_INVALID")
    /// Biometric enrolment changed after the approval key was created, so the key can't be used any more.
    ///
    /// Next step: Enrol a new approval key with the bank.
    public static let enrolmentChanged = ErrorCode(rawValue: "ENROLMENT_CHANGED")
    /// A key of this installation can't be used on this device: it was restored from another device, or the Secure Enclave was
    /// reset.
    ///
    /// Next step: Remove the key with the product's own call, and enrol this installation again.
    public static let keyUnusable = ErrorCode(rawValue: "KEY_UNUSABLE")
    /// The request is held for a compliance check.
    ///
    /// Next step: Tell the person that the bank is checking the request; don't send it again.
    public static let complianceHold = ErrorCode(rawValue: "COMPLIANCE_HOLD")
    /// The bank needs more information.
    ///
    /// Next step: Ask the person for what `needed` or `errors` lists, and send it.
    public static let moreInfo = ErrorCode(rawValue: "MORE_INFO")
    /// An error without a more specific code.
    ///
    /// Next step: Read the message, then report it with the run's trace ID.
    public static let unknown = ErrorCode(rawValue: "UNKNOWN")
    /// The step doesn't allow the method that the page called.
    ///
    /// Next step: List the method in `bridgeAllow` of the step, or remove the call from the page.
    public static let bridgeForbidden = ErrorCode(rawValue: "BRIDGE_FORBIDDEN")

    /// The person's sign-in failed.
    ///
    /// Next step: Let the person sign in again; check the client ID and the redirect URI if it never succeeds.
    public static let authFailed = ErrorCode(rawValue: "AUTH_FAILED")

    /// The person or the bank refused the authorization at the other party's pages.
    ///
    /// Next step: Ask the bank for the status; offer another way, or end the journey.
    public static let authorizationRefused = ErrorCode(rawValue: "AUTHORIZATION_REFUSED")
    /// The return from the other party's pages does not carry the values that this run expects.
    ///
    /// Next step: Ask the bank for the status, and don't use the return. Repeated cases may be an attack.
    public static let authorizationMismatch = ErrorCode(rawValue: "AUTHORIZATION_MISMATCH")
    /// The app was closed while the person was at the other party's pages, and no return is known.
    ///
    /// Next step: Ask the bank for the status; begin a new authorization if none was given.
    public static let authorizationInterrupted = ErrorCode(rawValue: "AUTHORIZATION_INTERRUPTED")

    // Attestation.
    /// The gateway rejected the evidence that this is the published app on a genuine device.
    ///
    /// Next step: Install the published app on a device that isn't modified; look up the gateway's code in its log.
    public static let attestationFail = ErrorCode(rawValue: "ATTESTATION_FAIL")
    /// The device, app or gateway can't provide the attestation that the manifest requires, at least for now.
    ///
    /// Next step: Try again later; on a simulator or Linux, use the development attestor against a sandbox.
    public static let attestationUnavailable = ErrorCode(rawValue: "ATTESTATION_UNAVAILABLE")

    // Network.
    /// The server couldn't be reached.
    ///
    /// Next step: Check the network, the host name and the port that the message names.
    public static let netUnreachable = ErrorCode(rawValue: "NET_UNREACHABLE")
    /// The TLS handshake failed: the certificate or protocol isn't acceptable.
    ///
    /// Next step: Check the server's certificate, host name and TLS version; the message has the library's reason.
    public static let tlsFail = ErrorCode(rawValue: "TLS_FAIL")
    /// The response exceeds its size limit.
    ///
    /// Next step: Make the server send less; `docs/reference/http-client.md` lists the limits.
    public static let responseTooLarge = ErrorCode(rawValue: "RESPONSE_TOO_LARGE")
    /// The server failed to process the request.
    ///
    /// Next step: Try again later. If the error persists, look up the trace ID in the server's log.
    public static let serverError = ErrorCode(rawValue: "SERVER_ERROR")

    // Manifest and OpenAPI bundle.
    /// The document isn't a manifest, or breaks a rule for manifests.
    ///
    /// Next step: Run `journey lint` on the manifest and fix what it reports.
    public static let manifestInvalid = ErrorCode(rawValue: "MANIFEST_INVALID")
    /// The manifest's signature isn't valid for the issuer's key.
    ///
    /// Next step: Sign the manifest again with `journey sign`; never edit it after signing.
    public static let manifestSignature = ErrorCode(rawValue: "MANIFEST_SIGNATURE")
    /// The manifest names a signing key that the issuer doesn't publish.
    ///
    /// Next step: Publish the key in the issuer's key set, or sign with a published key.
    public static let manifestKeyUnknown = ErrorCode(rawValue: "MANIFEST_KEY_UNKNOWN")
    /// The manifest was signed with a revoked key.
    ///
    /// Next step: Sign the manifest with another key of the key set.
    public static let manifestKeyRevoked = ErrorCode(rawValue: "MANIFEST_KEY_REVOKED")
    /// The manifest was signed with a key that is not yet valid or has expired.
    ///
    /// Next step: Sign the manifest with a key that is valid now; check the device's clock.
    public static let manifestKeyExpired = ErrorCode(rawValue: "MANIFEST_KEY_EXPIRED")
    /// The manifest's issuer isn't the one whose keys the host trusts.
    ///
    /// Next step: Compare `issuer` of the manifest with the issuer in the app's configuration.
    public static let manifestIssuer = ErrorCode(rawValue: "MANIFEST_ISSUER")
    /// The manifest has expired.
    ///
    /// Next step: Publish a manifest with a later `notAfter`; check the device's clock.
    public static let manifestExpired = ErrorCode(rawValue: "MANIFEST_EXPIRED")
    /// The manifest isn't valid yet.
    ///
    /// Next step: Wait until `notBefore`, or publish an earlier one; check the device's clock.
    public static let manifestNotYetValid = ErrorCode(rawValue: "MANIFEST_NOT_YET_VALID")
    /// The manifest's version is unknown or below the minimum that the host accepts.
    ///
    /// Next step: Write a `manifestVersion` that the app accepts, or update the app.
    public static let manifestVersion = ErrorCode(rawValue: "MANIFEST_VERSION")
    /// The manifest is older than one seen before.
    ///
    /// Next step: Publish the manifest with a higher `sequence`.
    public static let manifestRollback = ErrorCode(rawValue: "MANIFEST_ROLLBACK")
    /// The manifest belongs to another journey than the requested one.
    ///
    /// Next step: Compare the journey ID of the request with `journeyId` of the manifest.
    public static let manifestMismatch = ErrorCode(rawValue: "MANIFEST_MISMATCH")
    /// The manifest could not be fetched.
    ///
    /// Next step: Check that the gateway serves this journey; the message names the request and the status.
    public static let manifestUnavailable = ErrorCode(rawValue: "MANIFEST_UNAVAILABLE")
    /// The manifest needs a newer version of this package.
    ///
    /// Next step: Update the app to a version with the SDK that `minSdk` names.
    public static let sdkUpdateRequired = ErrorCode(rawValue: "SDK_UPDATE_REQUIRED")
    /// The OpenAPI bundle's digest differs from the one in the manifest.
    ///
    /// Next step: Sign the manifest again with the OpenAPI document that is published.
    public static let oapiHash = ErrorCode(rawValue: "OAPI_HASH")
    /// The OpenAPI bundle can't be parsed, or breaks a rule.
    ///
    /// Next step: Run `journey lint --openapi` and fix what it reports.
    public static let oapiInvalid = ErrorCode(rawValue: "OAPI_INVALID")
    /// An operation requires credentials that a journey can't provide.
    ///
    /// Next step: Declare the bank's bearer token for the operation, or call another one.
    public static let oapiSecurity = ErrorCode(rawValue: "OAPI_SECURITY")
    /// A binding refers to an operation that the OpenAPI bundle doesn't define.
    ///
    /// Next step: Correct `operationId` in the binding, or add the operation to the OpenAPI document.
    public static let operationUnknown = ErrorCode(rawValue: "OPERATION_UNKNOWN")

    /// The event script for explaining a journey is invalid.
    ///
    /// Next step: Correct the script as the message says; `docs/reference/explain.md` has the format.
    public static let scriptInvalid = ErrorCode(rawValue: "SCRIPT_INVALID")

    // Key sets.
    /// The key set can't be published, or isn't signed by one of the issuer's roots.
    ///
    /// Next step: Sign the key set with `journey sign` and a root that the app knows.
    public static let keysInvalid = ErrorCode(rawValue: "KEYS_INVALID")
    /// The key set belongs to another issuer or environment.
    ///
    /// Next step: Serve the key set of the issuer and environment that the app is configured for.
    public static let keysMismatch = ErrorCode(rawValue: "KEYS_MISMATCH")
    /// The key set isn't valid yet.
    ///
    /// Next step: Check the device's clock, or publish a key set that is valid now.
    public static let keysNotYetValid = ErrorCode(rawValue: "KEYS_NOT_YET_VALID")
    /// The key set has expired.
    ///
    /// Next step: Publish a new key set; check the device's clock.
    public static let keysExpired = ErrorCode(rawValue: "KEYS_EXPIRED")
    /// The key set's version is lower than one seen or served before, or has the same version with other content.
    ///
    /// Next step: Publish the key set with a higher version.
    public static let keysRollback = ErrorCode(rawValue: "KEYS_ROLLBACK")
    /// The key set could not be fetched.
    ///
    /// Next step: Check that the gateway serves `/.well-known/journey-keys.json`.
    public static let keysUnavailable = ErrorCode(rawValue: "KEYS_UNAVAILABLE")

    // Remote configuration.
    /// The bank has disabled the journey.
    ///
    /// Next step: Tell the person that the service is closed; only the bank can enable it again.
    public static let journeyDisabled = ErrorCode(rawValue: "JOURNEY_DISABLED")
    /// The remote configuration isn't valid, or isn't signed by one of the bank's keys for this environment.
    ///
    /// Next step: Sign the configuration with a key of the bank for this environment, and publish it.
    public static let remoteConfigInvalid = ErrorCode(rawValue: "REMOTE_CONFIG_INVALID")
    /// The remote configuration isn't valid yet, or has expired.
    ///
    /// Next step: Publish a configuration that is valid now; check the device's clock.
    public static let remoteConfigExpired = ErrorCode(rawValue: "REMOTE_CONFIG_EXPIRED")
    /// The remote configuration is older than one seen before, or has the same number with other content.
    ///
    /// Next step: Publish the configuration with a higher number.
    public static let remoteConfigRollback = ErrorCode(rawValue: "REMOTE_CONFIG_ROLLBACK")
    /// The remote configuration could not be fetched for longer than its grace period.
    ///
    /// Next step: Check that the gateway serves `/remote-configuration`, and that the device is online.
    public static let remoteConfigUnavailable = ErrorCode(rawValue: "REMOTE_CONFIG_UNAVAILABLE")

    // Bridge and pages.
    /// A message arrived before the handshake was complete.
    ///
    /// Next step: In the page, wait for `bridge_ready` before sending messages.
    public static let bridgeNotReady = ErrorCode(rawValue: "BRIDGE_NOT_READY")
    /// The signature of a message is invalid.
    ///
    /// Next step: Load the page again. If the error persists, compare the page's bridge script with the published one.
    public static let bridgeSignature = ErrorCode(rawValue: "BRIDGE_SIGNATURE")
    /// A message was received before, or its timestamp is outside the accepted window.
    ///
    /// Next step: Send each message once, and check the clocks of device and server.
    public static let bridgeReplay = ErrorCode(rawValue: "BRIDGE_REPLAY")
    /// A message exceeds its size limit.
    ///
    /// Next step: Send less in one message; `docs/reference/bridge.md` has the limit.
    public static let bridgeMessageTooLarge = ErrorCode(rawValue: "BRIDGE_MESSAGE_TOO_LARGE")
    /// A message isn't a valid envelope.
    ///
    /// Next step: Send messages with the published bridge script, as `docs/reference/bridge.md` describes.
    public static let bridgeMessageInvalid = ErrorCode(rawValue: "BRIDGE_MESSAGE_INVALID")
    /// A payload is in the clear where encryption is required, or encrypted where it isn't.
    ///
    /// Next step: Encrypt the payloads that `bridgeEncrypt` of the step lists, and no others.
    public static let bridgeEncryption = ErrorCode(rawValue: "BRIDGE_ENCRYPTION")
    /// An encrypted payload could not be decrypted. The error gives no further detail, on purpose.
    ///
    /// Next step: Load the page again, so that both sides make new keys.
    public static let bridgeDecryption = ErrorCode(rawValue: "BRIDGE_DECRYPTION")
    /// Page and SDK support no common version of the bridge.
    ///
    /// Next step: Update the page's bridge script, or the app.
    public static let bridgeVersion = ErrorCode(rawValue: "BRIDGE_VERSION")
    /// Too many requests are in progress.
    ///
    /// Next step: Wait for answers before sending more requests.
    public static let bridgeBusy = ErrorCode(rawValue: "BRIDGE_BUSY")
    /// A page came without the required Content-Security-Policy.
    ///
    /// Next step: Send the header that `docs/reference/bridge.md` lists with every page.
    public static let cspRequired = ErrorCode(rawValue: "CSP_REQUIRED")
    /// A page could not be loaded or shown.
    ///
    /// Next step: Open the page's URL in a browser on the same network; the message has the cause.
    public static let pageLoadFailed = ErrorCode(rawValue: "PAGE_LOAD_FAILED")
    /// No display is available to show pages.
    ///
    /// Next step: Start the program in a session with a display, or under a virtual one such as Xvfb.
    public static let displayUnavailable = ErrorCode(rawValue: "DISPLAY_UNAVAILABLE")
    /// The web engine's process for the page ended.
    ///
    /// Next step: Start the journey again. If the error persists, look for memory use in the page.
    public static let pageProcessLost = ErrorCode(rawValue: "PAGE_PROCESS_LOST")

    // Running.
    /// The person cancelled.
    ///
    /// Next step: Nothing needs to be done: offer to start again.
    public static let userCancelled = ErrorCode(rawValue: "USER_CANCELLED")
    /// A step exceeded its time limit.
    ///
    /// Next step: Raise `timeoutMs` of the step, or handle its timeout event.
    public static let stepTimeout = ErrorCode(rawValue: "STEP_TIMEOUT")
    /// The journey exceeded its time limit.
    ///
    /// Next step: Start again, or raise `limits.journeyTimeoutMs` in the manifest.
    public static let journeyTimeout = ErrorCode(rawValue: "JOURNEY_TIMEOUT")
    /// The step has no transition that can still apply.
    ///
    /// Next step: Add a transition without a guard to the step; `journey lint` finds such steps.
    public static let stepStuck = ErrorCode(rawValue: "STEP_STUCK")
    /// A limit of the manifest was exceeded.
    ///
    /// Next step: Start again; if the journey needs more, raise `limits` in the manifest.
    public static let limitExceeded = ErrorCode(rawValue: "LIMIT_EXCEEDED")
    /// No plugin handles the method.
    ///
    /// Next step: Register a plugin for the method in `JourneyHost.plugins`.
    public static let pluginUnknown = ErrorCode(rawValue: "PLUGIN_UNKNOWN")
    /// A plugin needs a permission that the host doesn't grant.
    ///
    /// Next step: Grant the permission that the message names in the host's `permissions`.
    public static let permissionDenied = ErrorCode(rawValue: "PERMISSION_DENIED")
    /// A journey is already running.
    ///
    /// Next step: Wait for the running journey's result, or cancel it first.
    public static let alreadyRunning = ErrorCode(rawValue: "ALREADY_RUNNING")
    /// A journey was started before `initialize`.
    ///
    /// Next step: Call `initialize` once before the first `startJourney`.
    public static let notInitialized = ErrorCode(rawValue: "NOT_INITIALIZED")
    /// The host's configuration breaks a rule.
    ///
    /// Next step: Correct the member that the message names.
    public static let configurationInvalid = ErrorCode(rawValue: "CONFIGURATION_INVALID")
    /// The session can't be resumed.
    ///
    /// Next step: Start the journey from the beginning.
    public static let resumeRefused = ErrorCode(rawValue: "RESUME_REFUSED")
    /// The store could not read or write, or its data was modified.
    ///
    /// Next step: Check the free space and permissions of the store; remove its data if it was modified.
    public static let storeFailed = ErrorCode(rawValue: "STORE_FAILED")
}
