/// What `WireNameTests` lets through, each with its reason.
enum WireExceptions {
    /// The folders of the gateway's clients and services, which must not contain member names as text.
    static let sides = [
        "Service/JourneyGateway/Access/", "Service/JourneyGateway/Instances/InstanceRegistration.swift",
        "Service/JourneyGateway/Manifests/ManifestService.swift", "Service/JourneyGateway/Proofs/",
        "Service/JourneyGateway/RemoteConfiguration/", "Service/JourneyGateway/Sessions/",
        "Service/JourneyGateway/Attestation/", "Service/JourneyGateway/Telemetry/",
        "Systems/HSBCPartnerSDK/Attestation/", "Systems/HSBCPartnerSDK/Settlement/",
        "Systems/HSBCPartnerSDK/RemoteConfiguration/", "Device/JourneyDevice/Attestation/",
        "Device/JourneyWeb/Bridge/SessionProof.swift", "Tools/SandboxServices/Bank/Approval/DeviceService.swift",
        "Tools/SandboxServices/Faults/",
    ]

    /// Sources that keep literal exchanges or documents, as tests do.
    static let literal: [(reason: String, path: String)] = [
        (
            "a manifest and its OpenAPI document, as their files would have them",
            "Tools/HSBCPartnerTesting/SampleJourney.swift"
        ),
        (
            "measured requests and documents, which must not change with the code that is measured",
            "Tools/journey-bench/Cases/"
        ),
        ("the data of sample screens", "Tools/JourneyScreensTool/"),
        ("the schemas of plugins, as the files of hosts have them", "Systems/JourneyLanguage/Plugins/"),
        ("demonstrations, which compare reports of other programs with what they expect", "Tools/journey/Demo/"),
    ]

    /// Ordinary words, which commands, reports, columns and other documents have too.
    static let ordinary: Set<String> = [
        "accent", "amount", "app", "attestation", "authorized", "background", "balance", "body", "challenge",
        "channel", "client", "code", "content", "count", "counter", "currency", "data", "date", "design", "detail",
        "details", "digits", "direction", "document", "email", "errors", "expires", "expiry", "fee", "field",
        "format", "from", "holder", "id", "identifier", "income", "instance", "key", "keyId", "keys", "kind",
        "limit", "logs", "merchant", "message", "messages", "name", "next", "origin", "page", "part", "partner",
        "payee", "payment", "proof", "purpose", "reference", "scope", "security", "sequence", "signature",
        "state", "status", "step", "summary", "terms", "text", "ticket", "title", "token", "total",
        "transactions", "transfer", "type", "url",
    ]

    /// Names that other files contain too. A name that only one contract uses must leave the table.
    static let shared: [(reason: String, names: Set<String>)] = [
        ("ordinary words, which other contracts and commands have too", ordinary),
        ("media types, which the APIs of journeys have too", ["application/problem+json"]),
        ("registered claims and header parameters of JOSE", ["exp", "iat", "iss", "jti", "jwk"]),
        (
            "registered parameters of OAuth, which all its clients and servers have",
            ["access_token", "assertion", "client_id", "expires_in", "grant_type", "token_type"]
        ),
        ("members of manifests and events", ["journeyId", "idempotencyKey", "mediaType"]),
        ("members of the SDK's own snapshots, which nobody else reads", ["instanceKey", "manifestHash"]),
        ("a member of Arazzo's documents", ["stepId"]),
        ("members of the SDK's and the gateway's configurations", ["applicationId", "clientId"]),
        ("a member of an application's start, which the host gives", ["productCode"]),
        ("the bridge's messages to pages", ["docId", "pageNonce"]),
        (
            "parameters and results of native plugins, which pages and manifests name",
            [
                "payeeAccount", "payeeName", "paymentReference", "setPin", "transactionId",
            ]
        ),
        ("members of Apple's passes and of certificates", ["emailAddress", "endDate", "startDate"]),
        ("members of payment codes and of the commands' own reports", ["errorCode", "postalCode"]),
        ("the folder of the sandbox's wallet for passes", ["/wallet", "pushToken"]),
        ("words on screen, and a way of confirmation", ["OTP", "Purpose", "birthDate"]),
        ("a header field and a form's field of the wallet, which have one name", ["lang"]),
        (
            "codes of the products, which contracts have too",
            [
                "AUTH_EXPIRED", "COMPLIANCE_HOLD", "LIMIT_EXCEEDED", "MORE_INFO", "PASS_INVALID", "RATE_LIMITED",
                "SCA_INVALID", "SCA_REQUIRED", "SERVER_ERROR", "STORE_BUSY", "STORE_FAILED", "VALIDATION_FAIL",
            ]
        ),
        (
            "codes of several contracts, each with its own sentence and next step",
            [
                "NOT_FOUND", "PASS_UNKNOWN", "REQUEST_INVALID", "TOKEN_INVALID", "UNSUPPORTED_TYPE",
            ]
        ),
    ]

    static let names = shared.reduce(into: Set<String>()) { $0.formUnion($1.names) }
}
