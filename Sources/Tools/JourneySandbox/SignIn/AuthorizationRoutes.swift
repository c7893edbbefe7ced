import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import SandboxServices

/// The authorization server's endpoints: pages without scripts, and the endpoints for apps.
extension AuthorizationServer {
    /// Operation names for fault injection by method and route.
    static let operations = [
        "GET /oauth/authorize": "authorize", "POST /oauth/authorize": "signIn", "POST /oauth/token": "token",
    ]

    var routes: [Route] {
        [
            Route(.get, "/oauth/authorize") { [self] request, _ in
                let (step, language) = begin(request.url.query ?? "", accepted: Language(acceptedBy: request))
                return SignInPage(language: language).response(step)
            },
            Route(.post, "/oauth/authorize", body: .whole(limit: 4_096)) { [self] request, _ in
                let accepted = Language(acceptedBy: request)
                guard request.hasBody(of: FormBody.contentType),
                    let form = FormBody(parsing: request.body, entryLimit: 16)
                else { return SignInPage(language: accepted).response(.refused(.unreadable)) }
                func value(_ name: String) -> String { form.entries.first { $0.name == name }?.value ?? "" }
                return SignInPage(language: language(of: value("request")) ?? accepted).response(
                    decide(
                        value("request"), isApproved: value("answer") == "sign-in", person: value("name"),
                        passcode: value("passcode")))
            },
            Route(.post, "/oauth/token", body: .whole(limit: 8_192)) { [self] request, _ in await token(request) },
            Route(.get, "/oauth/keys") { [self] _, _ in
                .json(keys.json, headers: ["Cache-Control": "public, max-age=300"])
            },
            Route(.get, "/.well-known/oauth-authorization-server") { [self] _, _ in .json(metadata) },
        ]
    }

    /// The server metadata (RFC 8414, section 2).
    private var metadata: JSONValue {
        let issuer = issuer
        return [
            "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/oauth/authorize"),
            "token_endpoint": .string(issuer + "/oauth/token"), "jwks_uri": .string(issuer + "/oauth/keys"),
            "response_types_supported": ["code"], "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": true, "scopes_supported": ["openid"],
            "ui_locales_supported": .array(Language.allCases.map { .string($0.tag) }),
        ]
    }
}
