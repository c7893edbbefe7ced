import JourneyBase

/// The endpoints by which a person authorizes a consent at a bank. The gateway is the bank's client (FAPI 2.0 Security Profile): the
/// app carries the request's reference, the code and the state, and never a token.
package enum BankAuthorizationContract {
    /// Pushes an authorization request to the bank (RFC 9126).
    package static let start = Endpoint<ConsentAuthorizationRequest, ConsentAuthorization>(
        .post, "/bank-authorizations/{bank}", status: 201, headers: GatewayContract.device,
        refusals: common + [.rateLimited, .bankUnreachable, .bankTokenUnavailable])
    /// Exchanges the code of a return for the person's token, which stays at the gateway.
    package static let exchange = Endpoint<AuthorizationCodeRequest, AuthorizationCodeAnswer>(
        .post, "/bank-authorizations/{bank}/codes", headers: GatewayContract.device,
        refusals: common + [.bankAuthorizationInvalid, .bankUnreachable, .bankTokenUnavailable])

    package static let endpoints: [any WireEndpoint] = [start, exchange]

    private static let common: [WireRefusal] =
        .ofDevices + .ofBodies + [.malformed, .notFound, .bankAuthorizationRefused, .bankTimeout, .bankAnswerInvalid]
}

/// The consent that a person is asked to authorize.
package struct ConsentAuthorizationRequest: WireMessage {
    /// The consent's id at the bank.
    package let consentId: String

    package init(consentId: String) { self.consentId = consentId }
}

/// A pushed authorization request, as the app opens it.
package struct ConsentAuthorization: WireMessage {
    package let requestUri: String
    package let clientId: String
    package let state: String
    /// The time in which the request has to be opened, in seconds.
    package let expiresIn: Int64

    package init(requestUri: String, clientId: String, state: String, expiresIn: Int64) {
        (self.requestUri, self.clientId, self.state, self.expiresIn) = (requestUri, clientId, state, expiresIn)
    }
}

/// The members of a return from the bank (RFC 6749, section 4.1.2; RFC 9207).
package struct AuthorizationCodeRequest: WireMessage {
    package let state: String
    package let code: String
    package let iss: String

    package init(state: String, code: String, iss: String) { (self.state, self.code, self.iss) = (state, code, iss) }
}

/// The end of an authorization. The token stays at the gateway.
package struct AuthorizationCodeAnswer: WireMessage {
    package let authorized: Bool
    /// The time for which calls have the person's token, in seconds.
    package let expiresIn: Int64

    package init(authorized: Bool, expiresIn: Int64) { (self.authorized, self.expiresIn) = (authorized, expiresIn) }
}
