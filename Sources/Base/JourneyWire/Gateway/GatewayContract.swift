import JourneyBase

/// The gateway's contract (`gateway-openapi.json`). The pass service has its own.
package enum GatewayContract {
    /// All endpoints.
    package static let endpoints = services + BankProxyContract.endpoints + CardContract.endpoints

    /// The endpoints of the gateway's own services.
    package static let services: [any WireEndpoint] =
        ManifestContract.endpoints + RemoteConfigurationContract.endpoints + SessionContract.endpoints
        + ProofContract.endpoints + AttestationContract.endpoints + BankAuthorizationContract.endpoints
        + TelemetryContract.endpoints

    /// The header fields that identify the caller of a device's request.
    package static let device = [authorization, partnerHeader, clientHeader]
    package static let authorization = "Authorization"
    package static let partnerHeader = "X-Partner-Id"
    package static let clientHeader = "X-Client-Id"
    /// The header fields that name the partner and its app, in lower case.
    package static let partnerHeaders: Set<String> = [partnerHeader.lowercased(), clientHeader.lowercased()]
    /// The person's own access token at the bank, if the calls of the run carried one.
    package static let bankAuthorizationHeader = "X-Bank-Authorization"
    /// The consent at the bank whose token of the person a forwarded call needs.
    package static let bankConsentHeader = "X-Bank-Consent"
}

/// The header fields and the scheme of tokens that are bound to a key (RFC 9449).
package enum DPoPHeader {
    /// The scheme of `Authorization` for a bound token (section 7.1).
    package static let scheme = "DPoP"
    /// The field with the proof (section 4.1).
    package static let proof = "DPoP"
    /// The field with which a server gives the nonce that proofs must have (section 8).
    package static let nonce = "DPoP-Nonce"
}

extension WireRefusal {
    package static let notAuthorized = WireRefusal(401, ErrorCode.authExpired)
    /// The request's `X-Partner-Id` is none of the gateway's partners, or not the token's.
    ///
    /// Next step: Compare `partnerId` of the app with the gateway's configuration.
    package static let partnerUnknown = WireRefusal(403, "PARTNER_UNKNOWN")
    /// The access token is valid, but lacks the scope that the gateway requires.
    ///
    /// Next step: Ask the identity provider for a token with the scope that `WWW-Authenticate` names.
    package static let scopeInsufficient = WireRefusal(403, "SCOPE_INSUFFICIENT")
    package static let malformed = WireRefusal(400, ErrorCode.validationFail)
    /// The request's media type is not the one that the endpoint accepts.
    ///
    /// Next step: Send the media type that `docs/reference/gateway.md` lists.
    package static let unsupportedType = WireRefusal(415, "UNSUPPORTED_TYPE")
    /// No route matches the path.
    ///
    /// Next step: Compare the path with the service's page.
    package static let notFound = WireRefusal(404, "NOT_FOUND")
    /// The path exists, but not with this method.
    ///
    /// Next step: Use a method that the response's `Allow` lists.
    package static let methodNotAllowed = WireRefusal(405, "METHOD_NOT_ALLOWED")
    package static let rateLimited = WireRefusal(429, ErrorCode.rateLimited)
    package static let unavailable = WireRefusal(503, ErrorCode.serverError)
}

extension [WireRefusal] {
    /// The refusals of every endpoint that devices call.
    static let ofDevices: [WireRefusal] = [
        .notAuthorized, .partnerUnknown, .scopeInsufficient, .unavailable,
    ]
    /// The refusals of every endpoint with a request body.
    static let ofBodies: [WireRefusal] = [.unsupportedType]
}

/// The media type of a compact JWS.
package enum JOSEText: WireBody { package static let mediaType: String? = "application/jose" }

/// A document that is served as published: JSON of another contract.
package enum PublishedDocument: WireBody { package static let mediaType: String? = "application/json" }

/// A set of public keys (RFC 7517) that is served as published.
package enum PublishedKeys: WireBody { package static let mediaType: String? = "application/jwk-set+json" }
