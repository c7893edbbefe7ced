package import JourneyBase

/// The members of the sandbox bank's requests and responses, and the parameters of its paths.
package enum BankField: String, Sendable, CaseIterable {
    case name, sortCode, accountNumber, balance, currency
    case payeeId, nameMatch, suggestedName
    case quoteId, amount, fee, total, expiresAt, payee, from, accountNumberEnding
    case approval, approvalReason, challenge, payeeName, payeeAccount, proof
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
    package static func bank(_ members: [BankField: JSONValue?]) -> JSONValue { named(members) }
}

/// The codes of the sandbox bank's refusals.
package enum BankCode: String, Sendable, CaseIterable {
    /// The access token is missing, expired or not accepted.
    ///
    /// Next step: Start the run again with a new token.
    case authExpired = "AUTH_EXPIRED"
    /// The sandbox bank could not process the request.
    ///
    /// Next step: Try again; the sandbox's log has the reason.
    case serverError = "SERVER_ERROR"
    /// The request body is not `application/json`.
    ///
    /// Next step: Send `Content-Type: application/json`.
    case mediaType = "MEDIA_TYPE"
    /// The request body is not a JSON object.
    ///
    /// Next step: Send one JSON object.
    case malformedJSON = "MALFORMED_JSON"
    /// A member of the request is missing or invalid.
    ///
    /// Next step: Correct the members that `errors` names.
    case validationFail = "VALIDATION_FAIL"
    /// A payment has no `X-Idempotency-Key`.
    ///
    /// Next step: Send one key for each logical attempt.
    case keyMissing = "IDEMPOTENCY_KEY_MISSING"
    /// The idempotency key was used with another body.
    ///
    /// Next step: Use a new key for another payment.
    case keyReused = "IDEMPOTENCY_KEY_REUSED"
    /// The idempotency key was withdrawn after a settlement inquiry.
    ///
    /// Next step: Ask the person, then pay with a new key.
    case keyWithdrawn = "KEY_WITHDRAWN"
    /// The customer has no account with this number.
    ///
    /// Next step: Use an account that `GET /accounts` lists.
    case accountUnknown = "ACCOUNT_UNKNOWN"
    /// The customer has no quote with this ID.
    ///
    /// Next step: Request a quote first.
    case quoteUnknown = "QUOTE_UNKNOWN"
    /// The quote was already paid.
    ///
    /// Next step: Request a new quote.
    case quoteUsed = "QUOTE_USED"
    /// The quote has expired.
    ///
    /// Next step: Request a new quote.
    case quoteExpired = "QUOTE_EXPIRED"
    /// The amount is above the customer's limit.
    ///
    /// Next step: Send a smaller amount.
    case limitExceeded = "LIMIT_EXCEEDED"
    /// The account's balance is too low.
    ///
    /// Next step: Send a smaller amount, or from another account.
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    /// The customer has no transfer with this reference.
    ///
    /// Next step: Check the reference.
    case transferUnknown = "TRANSFER_UNKNOWN"
    /// The payment needs an approval.
    ///
    /// Next step: Approve it on the device, and send the proof.
    case scaRequired = "SCA_REQUIRED"
    /// The approval is not valid for this payment.
    ///
    /// Next step: Approve exactly this payment, and send the new proof.
    case scaInvalid = "SCA_INVALID"
    /// The customer has no application with this ID.
    ///
    /// Next step: Start an application first.
    case applicationUnknown = "APPLICATION_UNKNOWN"
    /// The application was already decided.
    ///
    /// Next step: Start a new application.
    case applicationDecided = "APPLICATION_DECIDED"
    /// The application lacks sections.
    ///
    /// Next step: Send the sections that `needed` lists.
    case moreInfo = "MORE_INFO"
    /// The application is held for a compliance check.
    ///
    /// Next step: Wait for the decision; the sandbox never makes it.
    case complianceHold = "COMPLIANCE_HOLD"
}
