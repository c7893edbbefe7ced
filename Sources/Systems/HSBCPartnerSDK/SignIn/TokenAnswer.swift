internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// What a token endpoint granted (RFC 6749, section 5.1).
struct TokenAnswer: Sendable {
    let accessToken: Secret
    /// Renews it, once (RFC 9700, section 4.14.2); `nil` when the server gave none, or none that can be sent.
    let refreshToken: Secret?
    /// Who signed in, as the ID token says; `nil` until that was checked.
    var subject: String?

    /// The grant that `response` is. Throws `AUTH_EXPIRED` when the server says that the grant is none (any more), and
    /// `AUTH_FAILED` otherwise.
    init(_ response: HTTPResponse) throws(JourneyError) {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 65_536, depth: 8))
        guard response.status == 200 else {
            if body?["error"] == "invalid_grant" {
                throw JourneyError(.authExpired, "The sign-in is not, or no longer, good.", recovery: .restart)
            }
            throw SignInRequest.failed("The token endpoint answered with the status \(response.status).")
        }
        guard let access = TokenAnswer.token(body?["access_token"]),
            body?["token_type"]?.string?.lowercased() == "bearer"
        else { throw SignInRequest.failed("The token endpoint's answer holds no bearer token.") }
        accessToken = access
        refreshToken = TokenAnswer.token(body?["refresh_token"])
    }

    private static func token(_ value: JSONValue?) -> Secret? {
        guard let text = value?.string, (1...BearerToken.limit).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) })
        else { return nil }
        return Secret(copying: text.utf8)
    }

    /// Checks the ID token of the answer to `request` (OpenID Connect Core, section 3.1.3.7): signed by the issuer's key,
    /// for this client, of this try, and not over. Gives its subject. Throws `AUTH_FAILED`.
    static func checkIDToken(
        in response: HTTPResponse, of request: SignInRequest, now: Date
    ) throws(JourneyError) -> String {
        let body = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 65_536, depth: 8))
        guard let text = body?["id_token"]?.string else {
            throw SignInRequest.failed("The token endpoint's answer holds no ID token.")
        }
        guard let signed = try? CompactJWS.verify(text, typ: "JWT", keys: request.profile.keys),
            let claims = try? JSONReader.read(signed.payload)
        else { throw SignInRequest.failed("No key of the issuer's has signed the ID token.") }
        let moment = Int64(now.timeIntervalSince1970)
        guard claims["iss"]?.string == request.profile.issuer, claims["aud"]?.string == request.profile.clientId,
            claims["nonce"]?.string == request.nonce, let end = claims["exp"]?.numericDate, moment < end + 30,
            let issued = claims["iat"]?.numericDate, issued - 60 <= moment
        else { throw SignInRequest.failed("The ID token is of another issuer, client, try or time.") }
        // OpenID Connect Core, section 2: at most 255 ASCII characters.
        guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else {
            throw SignInRequest.failed("The ID token names nobody.")
        }
        return subject
    }
}
