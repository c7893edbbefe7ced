internal import JourneyBase

extension PluginDescription {
    /// The plugins of this package's products, by name.
    package static let own: [PluginDescription] = [
        biometric, cardDetails, confirmPayment, documentCapture, presentCredential, setPin, approval, walletPass,
    ]

    /// Returns the schema of an object with these members and no others.
    private static func object(
        _ properties: [String: JSONValue], required: [String]? = nil, isOpen: Bool = false
    ) -> JSONValue {
        let names = required ?? properties.keys.sorted()
        return [
            "type": "object", "properties": .object(properties), "required": .array(names.map { .string($0) }),
            "additionalProperties": .bool(isOpen),
        ]
    }

    private static func text(_ about: String, most: Int64? = nil, least: Int64 = 1) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "string", "description": .string(about), "minLength": .number(JSONNumber(least)),
        ]
        if let most { schema["maxLength"] = .number(JSONNumber(most)) }
        return .object(schema)
    }

    private static func failure(_ code: String, _ meaning: String) -> Failure { Failure(code: code, meaning: meaning) }

    private static let busy = failure("BRIDGE_BUSY", "The plugin is already asking the person.")

    private static let biometric = PluginDescription(
        name: "biometric_auth", purpose: "Checks by fingerprint or face that the person is there.",
        methods: [
            Method(
                name: "performBiometric",
                input: object(["reason": text("The reason on screen, in bytes, without control characters.", most: 200)]
                ),
                output: object(["biometric": ["type": "string", "const": "PASS"]]))
        ],
        errors: [failure("SCA_REQUIRED", "The device can't authenticate the person.")],
        platforms: [
            "apple": "LocalAuthentication; the app's Info.plist needs NSFaceIDUsageDescription", "linux": "a prompt",
            "tests": "a script",
        ], permissions: ["biometrics"],
        example: [
            "type": "native", "plugin": "biometric_auth", "params": ["reason": "Confirm that it's you"],
            "timeoutMs": 120_000,
            "on": [
                "success": ["to": "next"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ], isApproval: true)

    private static let cardDetails = PluginDescription(
        name: "card_details", purpose: "Shows the number and the CVV of the person's card in the issuer's own frames.",
        methods: [
            Method(
                name: "showCardDetails",
                input: object([
                    "cardId": [
                        "type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$",
                        "description": "The card's identifier at the host.",
                    ]
                ]),
                output: object(["outcome": ["type": "string", "const": "SHOWN"]]))
        ], errors: [busy, failure("the flow's", "docs/reference/card-details.md lists them.")],
        platforms: ["apple": "CardDetailsSDK", "linux": "CardDetailsSDK", "tests": "CardDetailsTesting"],
        example: [
            "type": "native", "plugin": "card_details", "in": ["cardId": "steps.choose.cardId"], "timeoutMs": 300_000,
            "on": [
                "success": ["to": "next"], "cancelled": ["to": "next"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])

    private static let confirmPayment = PluginDescription(
        name: "confirm_payment",
        purpose:
            "Has the person confirm a payment from their wallet. A pending outcome is not an error: the payment may have been made.",
        methods: [
            Method(
                name: "confirmPayment",
                input: object(
                    [
                        "paymentReference": [
                            "type": "string", "pattern": "^[!-~]{1,256}$",
                            "description": "The payment at the wallet's service.",
                        ],
                        "kind": ["type": "string", "enum": ["payment", "distributor", "qr"], "default": "payment"],
                    ], required: ["paymentReference"]),
                output: object(
                    [
                        "outcome": ["type": "string", "enum": ["completed", "pending"]],
                        "reference": ["type": "string"],
                        "transactionId": ["type": "string"], "status": ["type": "string"],
                        "currency": ["type": "string"],
                        "amount": ["type": "string", "format": "decimal"],
                        "fee": ["type": "string", "format": "decimal"],
                        "total": ["type": "string", "format": "decimal"], "alreadyPaid": ["type": "boolean"],
                    ], required: ["outcome", "reference"], isOpen: true))
        ], errors: [busy, failure("the wallet's", "docs/reference/cashbaba.md lists them. Nothing was paid then.")],
        platforms: ["apple": "CashBaba", "linux": "CashBaba", "tests": "CashBabaTesting"], permissions: ["payments"],
        example: [
            "type": "native", "plugin": "confirm_payment", "in": ["paymentReference": "steps.order.reference"],
            "out": ["outcome": "string"], "timeoutMs": 300_000,
            "on": [
                "success": ["to": "next"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])

    private static let documentCapture = PluginDescription(
        name: "document_capture", purpose: "Takes a picture of an identity document.",
        methods: [
            Method(
                name: "captureDocument",
                input: object([
                    "kinds": [
                        "type": "array", "minItems": 1, "uniqueItems": true,
                        "items": ["type": "string", "enum": ["passport", "drivingLicence"]],
                        "description": "The documents that the bank accepts.",
                    ]
                ]),
                output: object([
                    "kind": ["type": "string"], "mediaType": ["type": "string"],
                    "content": [
                        "type": "string", "contentEncoding": "base64url",
                        "description": "The picture, for one call's argument.",
                    ],
                ]))
        ],
        platforms: [
            "apple":
                "the document camera of VisionKit (`ScannedDocuments`); the app's Info.plist needs NSCameraUsageDescription",
            "linux": "a picture's file", "tests": "a script",
        ], permissions: ["documents"],
        example: [
            "type": "native", "plugin": "document_capture", "params": ["kinds": ["passport"]], "timeoutMs": 600_000,
            "out": ["kind": "string", "mediaType": "string", "content": "string"],
            "on": [
                "success": ["to": "upload"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])

    private static let presentCredential = PluginDescription(
        name: "present_credential",
        purpose: "Asks for data of an ISO/IEC 18013-5 document, which the person may share with the journey's origin.",
        methods: [
            Method(
                name: "presentCredential",
                input: object(
                    [
                        "deviceRequest": text("The bank's DeviceRequest, in base64url."),
                        "encryptionInfo": text("The key that the response is encrypted for, in base64url."),
                        "nonce": text("The bank's nonce for a response that is not encrypted, in base64url."),
                    ], required: ["deviceRequest"]),
                output: object([
                    "response": [
                        "type": "string", "description": "An EncryptedResponse or a DeviceResponse, in base64url.",
                    ],
                    "shared": [
                        "type": "array", "items": ["type": "object"],
                        "description": "The approved elements: docType, nameSpace, element, retained.",
                    ],
                ]))
        ],
        errors: [
            busy, failure("CREDENTIAL_NOT_VERIFIED", "The host's verifier refused the document."),
            failure("STORE_FAILED", "The document could not be read."),
        ],
        platforms: ["apple": "CredentialSharing", "linux": "CredentialSharing", "tests": "CredentialSharingTesting"],
        permissions: ["proximity"],
        example: [
            "type": "native", "plugin": "present_credential",
            "in": ["deviceRequest": "steps.begin.deviceRequest", "encryptionInfo": "steps.begin.encryptionInfo"],
            "out": ["response": "string"], "timeoutMs": 600_000,
            "on": [
                "success": ["to": "check"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])

    private static let setPin = PluginDescription(
        name: "set_pin",
        purpose: "Lets the person set the PIN of their wallet. PIN and code stay on the wallet's own screens.",
        methods: [
            Method(
                name: "setPin", input: object([:]),
                output: object(["outcome": ["type": "string", "const": "completed"]]))
        ], errors: [busy, failure("the wallet's", "docs/reference/cashbaba.md lists them.")],
        platforms: ["apple": "CashBaba", "linux": "CashBaba", "tests": "CashBabaTesting"], permissions: ["payments"],
        example: [
            "type": "native", "plugin": "set_pin", "timeoutMs": 600_000,
            "on": [
                "success": ["to": "next"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])

    private static let approval = PluginDescription(
        name: "transaction_approval",
        purpose: "Shows a transaction as the bank stated it, and has the person sign exactly that (dynamic linking).",
        methods: [
            Method(
                name: "approveTransaction",
                input: object(
                    [
                        "reason": text("The sentence above the transaction, in bytes.", most: 200),
                        "challenge": [
                            "type": "string", "pattern": "^[A-Za-z0-9_-]{22,86}$",
                            "description": "The bank's challenge, in base64url.",
                        ],
                        "amount": [
                            "type": "integer", "minimum": 1, "maximum": 9_007_199_254_740_991,
                            "description": "In minor units.",
                        ],
                        "fee": [
                            "type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991,
                            "description": "In minor units.",
                        ],
                        "currency": ["type": "string", "pattern": "^[A-Z]{3}$"],
                        "payeeName": text("The payee, in bytes.", most: 140),
                        "payeeAccount": text("The payee's account, in bytes.", most: 140),
                        "shown": [
                            "type": "array",
                            "description": "Added by the engine: values of the calls that the approval is for.",
                        ],
                    ], required: ["reason", "challenge", "amount", "currency", "payeeName", "payeeAccount"]),
                output: object([
                    "proof": ["type": "string", "description": "A compact JWS; docs/reference/sca.md has its form."]
                ]))
        ],
        errors: [
            busy, failure("SCA_REQUIRED", "The device can't authenticate the person, or the key does not sign."),
            failure("ENROLMENT_CHANGED", "Fingerprints or faces have changed since the key was made."),
            failure("KEY_UNUSABLE", "The key is gone."), failure("STORE_FAILED", "The instance key does not sign."),
        ],
        platforms: [
            "apple": "the Secure Enclave, behind biometrics", "linux": "a key in the store, behind a prompt",
            "tests": "a script",
        ],
        permissions: ["biometrics"],
        example: [
            "type": "native", "plugin": "transaction_approval", "params": ["reason": "Approve the payment"],
            "in": [
                "challenge": "steps.review.challenge", "amount": "steps.review.amount",
                "currency": "steps.review.currency",
                "payeeName": "steps.review.payeeName", "payeeAccount": "steps.review.payeeAccount",
            ], "out": ["proof": "string"], "timeoutMs": 300_000,
            "on": [
                "success": ["to": "pay"], "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ], isApproval: true)

    private static let walletPass = PluginDescription(
        name: "wallet_pass", purpose: "Adds a pass to the person's wallet.",
        methods: [
            Method(
                name: "addToWallet",
                input: object(
                    [
                        "tagId": text("The pass at the pass service, in bytes.", most: 255),
                        "idAttribute": [
                            "type": "string", "description": "The attribute that tagId is; referenceId by default.",
                        ],
                    ], required: ["tagId"]),
                output: object(["outcome": ["type": "string", "const": "completed"]]))
        ],
        errors: [
            failure("NOT_INITIALIZED", "The host has not configured ProntoWalletSDK."),
            failure("WALLET_UNAVAILABLE", "The device has no wallet, or it refuses the pass."),
            failure("NET_UNREACHABLE", "The pass service could not be reached."),
            failure("SERVER_ERROR", "The pass service failed."),
        ],
        platforms: ["apple": "PassKit", "linux": "a wallet to try a service with", "tests": "ProntoWalletTesting"],
        permissions: ["wallet"],
        example: [
            "type": "native", "plugin": "wallet_pass", "in": ["tagId": "steps.issue.tagId"], "timeoutMs": 300_000,
            "on": [
                "success": ["to": "next"], "cancelled": ["to": "next"], "error": ["to": "failed"],
                "timeout": ["to": "expired"],
            ],
        ])
}
