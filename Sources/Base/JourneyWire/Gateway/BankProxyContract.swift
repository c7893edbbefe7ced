import JourneyBase

/// The calls of journeys that the gateway forwards to a bank's API: those that published journeys make, and no others. Bodies are the
/// bank's, passed on unchanged.
package enum BankProxyContract {
    package static let endpoints: [any WireEndpoint] = [
        reading(.get), writing(.post), writing(.put), writing(.patch), reading(.delete),
    ]

    /// The path; its last parameter stands for all segments of the bank's path.
    private static let path = "/banks/{bank}/{path}"
    private static let headers = GatewayContract.device + [GatewayContract.bankConsentHeader]
    private static let refusals: [WireRefusal] =
        .ofDevices + [
            .notFound, .methodNotAllowed, .bankCallRefused, .bankTokenUnavailable, .bankSignatureFailed,
            .bankUnreachable, .bankTimeout, .bankAnswerInvalid, .bankAuthorizationRequired,
        ]

    private static func reading(_ method: HTTPMethod) -> Endpoint<NoBody, BankBody> {
        Endpoint(method, path, headers: headers, refusals: refusals)
    }

    private static func writing(_ method: HTTPMethod) -> Endpoint<BankBody, BankBody> {
        Endpoint(method, path, headers: headers, refusals: refusals)
    }
}

/// The body of a bank's request or response.
package enum BankBody: WireBody { package static let mediaType: String? = "*/*" }

/// The refusals of calls that the gateway forwards to a bank. Each says what is known of the call.
extension WireRefusal {
    /// The call has a part that no published journey names. It was not sent.
    ///
    /// Next step: Publish the journey at this gateway, with the operation in its pinned document.
    package static let bankCallRefused = WireRefusal(403, "BANK_CALL_REFUSED")
    /// The bank gave the gateway no access token. The call was not sent.
    ///
    /// Next step: Check `banks.….token` and the gateway's log, which has the status of the bank's answer.
    package static let bankTokenUnavailable = WireRefusal(503, "BANK_TOKEN_UNAVAILABLE")
    /// The gateway's key for message signatures failed. The call was not sent.
    ///
    /// Next step: Check the key in `banks.….signature`.
    package static let bankSignatureFailed = WireRefusal(503, "BANK_SIGNATURE_FAILED")
    /// The bank can't be reached. The call was not sent.
    ///
    /// Next step: Check the bank's address, DNS, the network and the bank's certificate.
    package static let bankUnreachable = WireRefusal(503, "BANK_UNREACHABLE")
    /// The call was sent, and no answer came in time. Its effect is unknown.
    ///
    /// Next step: Ask the bank about the call before it is sent again.
    package static let bankTimeout = WireRefusal(504, "BANK_TIMEOUT")
    /// The bank's answer is longer than the gateway accepts, or malformed. The call's effect is unknown.
    ///
    /// Next step: Ask the bank about the call before it is sent again.
    package static let bankAnswerInvalid = WireRefusal(502, "BANK_ANSWER_INVALID")
    /// The bank refused the authorization request or the code.
    ///
    /// Next step: Ask the bank about the consent; authorize it again if it still waits. The gateway's log has the bank's error.
    package static let bankAuthorizationRefused = WireRefusal(403, "BANK_AUTHORIZATION_REFUSED")
    /// The return belongs to no open authorization of this caller at this bank, or is of another issuer. No code was exchanged.
    ///
    /// Next step: Ask the bank about the consent; authorize it again if it still waits.
    package static let bankAuthorizationInvalid = WireRefusal(403, "BANK_AUTHORIZATION_INVALID")
    /// The call needs the person's token, and the gateway has none for this caller and consent. The call was not sent.
    ///
    /// Next step: Have the person authorize the consent, and name it in `X-Bank-Consent`.
    package static let bankAuthorizationRequired = WireRefusal(403, "BANK_AUTHORIZATION_REQUIRED")
}
