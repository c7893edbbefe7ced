internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// A token endpoint's successful response (RFC 6749, section 5.1).
struct TokenAnswer: Sendable {
    let accessToken: Secret
    /// The refresh token, valid once (RFC 9700, section 4.14.2); `nil` when the server sent none, or an unusable one.
    let refreshToken: Secret?
    /// The subject of the ID token; `nil` until it was checked.
    var subject: String?

    /// Reads the grant from `response`.
    ///
    /// - Throws: `AUTH_EXPIRED` when the server rejects the grant, and `AUTH_FAILED` otherwise.
    init(_ response: HTTPResponse) throws(JourneyError) {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 65_536, depth: 8))
        guard response.status == 200 else {
            if body?["error"] == "invalid_grant" {
                throw JourneyError(
                    .authExpired, "The token endpoint rejected the grant (invalid_grant).", recovery: .restart)
            }
            throw SignInRequest.failed("The token endpoint returned HTTP status \(response.status).")
        }
        guard let access = TokenAnswer.token(body?["access_token"]),
            body?["token_type"]?.string?.lowercased() == "bearer"
        else { throw SignInRequest.failed("The token endpoint's response has no bearer token.") }
        accessToken = access
        refreshToken = TokenAnswer.token(body?["refresh_token"])
    }

    private static func token(_ value: JSONValue?) -> Secret? {
        guard let text = value?.string, (1...BearerToken.limit).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) })
        else { return nil }
        return Secret(copying: text.utf8)
    }

    /// Checks the ID token of the response to `request` (OpenID Connect Core, section 3.1.3.7) and returns its subject.
    ///
    /// It must be signed by the issuer's key, for this client and this attempt, and not expired. Throws `AUTH_FAILED`.
    static func checkIDToken(
        in response: HTTPResponse, of request: SignInRequest, now: Date
    ) throws(JourneyError) -> String {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 65_536, depth: 8))
        guard let text = body?["id_token"]?.string else {
            throw SignInRequest.failed("The token endpoint's response has no ID token.")
        }
        guard let signed = try? CompactJWS.verify(text, typ: "JWT", keys: request.profile.keys),
            let claims = try? JSONReader.read(signed.payload)
        else { throw SignInRequest.failed("The ID token is not signed by a configured key of the issuer.") }
        let moment = Int64(now.timeIntervalSince1970)
        guard claims["iss"]?.string == request.profile.issuer, claims["aud"]?.string == request.profile.clientId,
            claims["nonce"]?.string == request.nonce, let end = claims["exp"]?.numericDate, moment < end + 30,
            let issued = claims["iat"]?.numericDate, issued - 60 <= moment
        else { throw SignInRequest.failed("The ID token's iss, aud, nonce, exp or iat is not valid for this sign-in.") }
        // OpenID Connect Core, section 2: at most 255 ASCII characters.
        guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else {
            throw SignInRequest.failed("The ID token has no sub of 1 to 255 bytes.")
        }
        return subject
    }
}
