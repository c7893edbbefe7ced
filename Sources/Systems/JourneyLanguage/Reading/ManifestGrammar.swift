internal import JourneyBase
internal import JourneyWire

/// The members of manifests, by place and version.
enum ManifestGrammar {
    static let byteLimit = 8 << 20
    static let stepLimit = 10_000
    /// The maximum number of events that one step may handle.
    static let eventLimit = 1_000

    static let top11: Set<String> = [
        "manifestVersion", "minSdk", "journeyId", "oapiBundle", "locales", "startStep", "headers", "security",
        "resumePolicy", "steps", "signature",
    ]
    static let top12: Set<String> = top11.union(only12)
    static let top13: Set<String> = top12.subtracting(["headerTemplates"]).union(["brand"])
    /// Top-level members that version 1.2 added.
    static let only12: Set<String> = [
        "oapiSha256", "notBefore", "notAfter", "sequence", "issuer", "mustUnderstand", "limits", "fallback",
        "errorPolicy", "headerTemplates",
    ]

    static let security: Set<String> = ["allowedOrigins", "pinning", "attestation", "requireHandshake", "signIn"]
    package static let limits: Set<String> = ["totalSteps", "visitsPerStep", "emitChain", "journeyTimeoutMs"]
    static let step11: Set<String> = [
        "type", "url", "plugin", "params", "timeoutMs", "bindings", "on", "result", "bridgeAllow", "idempotencyKey",
    ]
    static let step12: Set<String> = step11.union(["outcome", "bridgeEncrypt", "in", "out"])
    static let step13: Set<String> = step12.union(["hosts", "return", "parameters", "expect", "appToApp"])
    static let binding11: Set<String> = ["onEvent", "call", "onSuccessEmit", "onErrorEmit"]
    static let binding12: Set<String> = binding11.union(["in", "out", "retry", "headerTemplates"])
    static let call: Set<String> = ["operationId", "argsFrom", "headers"]
    static let binding13: Set<String> = binding12.subtracting(["headerTemplates"]).union([
        "outOnError", "poll", "status",
    ])
    static let call13: Set<String> = [
        "operationId", "headers", "effect", "movesMoney", "key", "answerHeaders", "gatewayCredentials", "sca",
    ]
    static let approval: Set<String> = ["step", "shownAs", "labels"]
    static let poll: Set<String> = ["everyMs", "maxMs", "until"]
    static let status: Set<String> = poll.union(["operationId", "in", "out", "done"])
    static let key: Set<String> = ["header", "body", "form", "maxLength", "windowMs"]
    static let output: Set<String> = ["type", "value"]
    static let transition: Set<String> = ["to", "emit", "guard", "guardExpr"]
    static let retry: Set<String> = ["on", "max", "capMs", "jitter"]
    static let errorRule: Set<String> = ["on", "retry", "to", "end"]
    static let policyRetry: Set<String> = ["max", "capMs", "jitter"]

    static let brand: Set<String> = [
        "accent", "darkAccent", "cornerRadius", "font", "logo", "contrast", "components",
    ]
    /// The marks of one component of the brand.
    static let marks: Set<String> = ["accent", "darkAccent", "cornerRadius"]

    static let ending: Set<String> = ["outcome", "recoverable"]

    static let stepTypes12: Set<String> = ["web", "native", "server", "terminal"]
    static let stepTypes13: Set<String> = stepTypes12.union(["authorize"])
    static let returnAddress: Set<String> = ["https", "app"]

    /// The names of the bridge's own messages.
    static let bridgeEvents: Set<String> = [
        "bridge_hello", "bridge_ready", "bridge_reject", "bridge_open", "bridge_error", "next_event", "journey_state",
        "ORIGIN_BLOCKED", "BRIDGE_FORBIDDEN",
        "BRIDGE_ERROR",
    ]

    /// The error codes after which a call may be retried.
    static let retryCodes: Set<ErrorCode> = [.netTimeout, .netUnreachable, .rateLimited, .serverError]

    /// The error codes that a step, or a run before its first step, can fail with, and that an error policy may list.
    static let policyCodes: Set<ErrorCode> = retryCodes.union([
        .authExpired, .pinningFail, .originBlocked, .validationFail, .idempotentReplay, .scaRequired, .scaInvalid,
        .complianceHold, .moreInfo, .unknown, .tlsFail, .responseTooLarge, .pageLoadFailed, .pageProcessLost,
        .bridgeBusy, .storeFailed, .cspRequired,
        .stepTimeout, .journeyTimeout, .stepStuck, .limitExceeded, .bridgeNotReady, .bridgeVersion,
        .attestationFail, .attestationUnavailable,
    ]).union(refusalCodes)

    /// The error codes of refused page messages. Codes that only ask a page to retry later are not included.
    static let refusalCodes: Set<ErrorCode> = [
        .bridgeForbidden, .bridgeSignature, .bridgeReplay, .bridgeMessageInvalid, .bridgeMessageTooLarge,
        .bridgeEncryption, .bridgeDecryption,
    ]

    /// Headers that the engine, the client or the session set, in lower case.
    static let ownHeaders: Set<String> = [
        "authorization", "connection", "content-length", "cookie", "expect", "host", "keep-alive", "origin",
        "proxy-authorization", "proxy-connection", "referer", "te", "traceparent", "tracestate", "trailer",
        "transfer-encoding", "upgrade", "user-agent", BankHeader.ticket.lowercased(),
        BankHeader.idempotencyKey.lowercased(),
    ]

    /// Headers that a manifest may name but that the run overrides with the host's configuration and the journey's language, in
    /// lower case.
    static let runHeaders = GatewayContract.partnerHeaders.union(["accept-language"])

    /// Headers that follow from the operation, unless the manifest selects a body with them, in lower case.
    static let documentHeaders: Set<String> = ["accept", "content-type"]

    /// Headers that every call sets itself, in lower case. For the first three, OpenAPI ignores parameters of the same name (3.1,
    /// section 4.8.12.2).
    static let givenHeaders = GatewayContract.partnerHeaders.union([
        "accept", "authorization", "content-type", "accept-language", "content-length", "host", "traceparent",
        "user-agent", BankHeader.idempotencyKey.lowercased(),
    ])

    static func mayCarry(header name: String) -> Bool {
        let name = name.lowercased()
        return !ownHeaders.contains(name) && !name.hasPrefix("sec-") && !name.hasPrefix("proxy-")
    }
}
