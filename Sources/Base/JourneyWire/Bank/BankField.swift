package import JourneyBase

/// The members of the sandbox bank's requests and responses, and the parameters of its paths.
package enum BankField: String, Sendable {
    case name, sortCode, accountNumber, balance, currency
    case payeeId, nameMatch, suggestedName
    case quoteId, amount, fee, total, expiresAt, payee, from, accountNumberEnding
    case approval, challenge, payeeName, payeeAccount, proof
    case reference, status, createdAt
    case key, state, body
    case productCode, productName, products, summary
    case applicationId, needed, givenName, familyName, birthDate, email, mobile, street, town, postcode, taxResidence
    case income, kind, mediaType, content, terms, privacy, news, sourceOfFunds
    /// The sections that an application may need, besides `sourceOfFunds`.
    case details, document, consents
}

extension JSONValue {
    /// Creates an object with these members; `nil` ones are left out.
    package static func bank(_ members: [BankField: JSONValue?]) -> JSONValue {
        .object(
            Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name.rawValue, $0) } }))
    }
}

/// The codes of the sandbox bank's refusals.
package enum BankCode: String, Sendable {
    case authExpired = "AUTH_EXPIRED"
    case serverError = "SERVER_ERROR"
    case mediaType = "MEDIA_TYPE"
    case malformedJSON = "MALFORMED_JSON"
    case validationFail = "VALIDATION_FAIL"
    case keyMissing = "IDEMPOTENCY_KEY_MISSING"
    case keyReused = "IDEMPOTENCY_KEY_REUSED"
    case keyWithdrawn = "KEY_WITHDRAWN"
    case accountUnknown = "ACCOUNT_UNKNOWN"
    case quoteUnknown = "QUOTE_UNKNOWN"
    case quoteUsed = "QUOTE_USED"
    case quoteExpired = "QUOTE_EXPIRED"
    case limitExceeded = "LIMIT_EXCEEDED"
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    case transferUnknown = "TRANSFER_UNKNOWN"
    case scaRequired = "SCA_REQUIRED"
    case scaInvalid = "SCA_INVALID"
    case applicationUnknown = "APPLICATION_UNKNOWN"
    case applicationDecided = "APPLICATION_DECIDED"
    case moreInfo = "MORE_INFO"
    case complianceHold = "COMPLIANCE_HOLD"
}
