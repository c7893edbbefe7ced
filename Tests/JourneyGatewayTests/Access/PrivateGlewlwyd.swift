import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import TestSupport

/// Glewlwyd, an OpenID provider of others, on a free loopback port with TLS: its own folder and database, two clients, one
/// person. Stopped and removed with this object.
final class PrivateGlewlwyd: Sendable {
    static let program = "/usr/bin/glewlwyd"
    /// The SQL that makes its tables, from Debian's package.
    private static let schema = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    static let client = (id: "gateway-client", secret: "a-secret-of-the-client")

    /// A bank's use of it: pushed and signed requests alone, with PKCE, of a client that is known by its certificate.
    struct Banking {
        static let scope = "openid payments"
        let redirect: String
        /// The client's certificate and its authority.
        let identity: SigningIdentity
        let clientsPEM: String
        let name: String
        /// The keys of request objects, as a JWK set.
        let requestKeys: JSONValue
    }

    private let banking: Banking?
    let transport: CurlTransport
    let authorityPEM: String
    private let scratch: Scratch
    private let process: ChildProcess
    private let port: Int

    var issuer: String { "https://localhost:\(port)/api/oidc" }

    static func start(_ banking: Banking? = nil) async throws -> PrivateGlewlwyd {
        let provider = try PrivateGlewlwyd(banking)
        try await provider.setUp()
        return provider
    }

    private init(_ banking: Banking?) throws {
        self.banking = banking
        scratch = try Scratch()
        port = try FreePort.take()
        let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        let identity = try authority.issue(names: ["localhost"], notBefore: begin, notAfter: end)
        authorityPEM = authority.identity.certificatePEM
        let trust = TLSTrust(authorities: [authorityPEM])
        transport = banking.map { CurlTransport(trust: trust, presenting: $0.identity) } ?? CurlTransport(trust: trust)
        let folder = scratch.path
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try write("cert.pem", identity.certificatePEM)
        try write("key.pem", identity.keyPEM)
        try write("clients.pem", banking?.clientsPEM ?? "")
        let modules = "/usr/lib/glewlwyd"
        try write(
            "glewlwyd.conf",
            """
            port=\(port)
            bind_address="127.0.0.1"
            external_url="https://localhost:\(port)"
            login_url="login.html"
            api_prefix="api"
            log_mode="console"
            log_level="ERROR"
            cookie_domain="localhost"
            cookie_secure=1
            session_expiration=3600
            session_key="GLEWLWYD2_SESSION_ID"
            admin_scope="g_admin"
            profile_scope="g_profile"
            user_module_path="\(modules)/user"
            user_middleware_module_path="\(modules)/user_middleware"
            client_module_path="\(modules)/client"
            user_auth_scheme_module_path="\(modules)/scheme"
            plugin_module_path="\(modules)/plugin"
            hash_algorithm="SHA512"
            use_secure_connection=true
            secure_connection_key_file="\(folder)/key.pem"
            secure_connection_pem_file="\(folder)/cert.pem"
            \(banking == nil ? "" : "secure_connection_ca_file=\"\(folder)/clients.pem\"")
            database = { type="sqlite3" path="\(folder)/glewlwyd.db"; };
            """)
        let made = try run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                # Debian's schema knows the names of certificates, but not their subjects.
                known = '"tls_client_auth_san_dns"'
                more = '"tls_client_auth_subject_dn":{"multiple":false,"read":true,"write":true},' + known
                sqlite3.connect(sys.argv[2]).executescript(open(sys.argv[1]).read().replace(known, more))
                """, PrivateGlewlwyd.schema, "\(folder)/glewlwyd.db",
            ])
        guard made.status == 0 else { throw JourneyError(.configurationInvalid, made.text) }
        process = try ChildProcess(
            PrivateGlewlwyd.program, ["--config-file=\(folder)/glewlwyd.conf"], log: "\(folder)/log")
    }

    deinit { process.kill() }

    private func url(_ path: String) throws -> HTTPSURL {
        guard let url = HTTPSURL("https://localhost:\(port)/api/\(path)") else { throw CancellationError() }
        return url
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await transport.send(request, options: HTTPOptions(timeout: .seconds(20)))
    }

    /// Administers the provider as its documentation of the API says.
    private func setUp() async throws {
        var login: HTTPResponse?
        let body: JSONValue = ["username": "admin", "password": "password"]
        for _ in 0..<400 {
            login = try? await send(try .post(body, to: url("auth/")))
            if login != nil { break }
            usleep(25_000)
        }
        guard let session = login?.headers["Set-Cookie"]?.split(separator: ";").first else {
            throw JourneyError(.configurationInvalid, "glewlwyd gave no session.")
        }
        func administer(_ path: String, _ body: JSONValue) async throws {
            var request = try HTTPRequest.post(body, to: url(path))
            request.headers["Cookie"] = String(session)
            let response = try await send(request)
            guard response.status == 200 else {
                throw JourneyError(
                    .configurationInvalid, "glewlwyd refused \(path): \(String(decoding: response.body, as: UTF8.self))"
                )
            }
        }
        let key = try DevelopmentAuthority(
            notBefore: Date().addingTimeInterval(-60), notAfter: Date().addingTimeInterval(3_600))
        let list = JSONValue.array([])
        let parameters: JSONValue = [
            "iss": .string(issuer), "jwt-type": "ecdsa", "jwt-key-size": "256",
            "key": .string(key.identity.keyPEM), "cert": .string(key.identity.certificatePEM),
            "access-token-duration": 300, "refresh-token-duration": 3_600, "code-duration": 60,
            "refresh-token-rolling": true, "allow-non-oidc": true, "auth-type-code-enabled": true,
            "auth-type-token-enabled": false, "auth-type-id-token-enabled": true,
            "auth-type-none-enabled": false,
            "auth-type-password-enabled": true, "auth-type-client-enabled": true,
            "auth-type-device-enabled": false, "auth-type-refresh-enabled": true, "scope": list,
            "additional-parameters": list, "claims": list, "jwks-show": true, "jwks-x5c": list,
            "request-parameter-allow": true, "introspection-revocation-allowed": true,
            "introspection-revocation-auth-scope": list, "introspection-revocation-allow-target-client": true,
            "oauth-dpop-allowed": true, "oauth-dpop-iat-duration": 60, "register-client-allowed": false,
            "session-management-allowed": false, "encrypt-out-token-allow": false,
        ]
        try await administer(
            "mod/plugin/",
            [
                "module": "oidc", "name": "oidc", "display_name": "provider",
                "parameters": .object(
                    (parameters.object ?? [:]).merging(banking == nil ? [:] : PrivateGlewlwyd.bankParameters) { $1 }),
            ])
        if let banking { return try await setUp(banking, administer) }
        for scope in ["journeys", "other"] {
            try await administer(
                "scope/",
                ["name": .string(scope), "display_name": .string(scope), "password_required": true, "scheme": [:]])
        }
        try await administer(
            "client/",
            [
                "client_id": .string(Self.client.id), "name": "client", "enabled": true, "confidential": true,
                "password": .string(Self.client.secret), "authorization_type": ["client_credentials", "password"],
                "redirect_uri": [], "scope": ["journeys", "other"],
                "token_endpoint_auth_method": ["client_secret_basic"],
            ])
        try await administer(
            "user/",
            [
                "username": "amelia", "name": "Amelia", "password": "amelia-password", "enabled": true,
                "scope": ["journeys", "other"], "email": "amelia@example.com",
            ])
    }

    private static let bankParameters: [String: JSONValue] = [
        "request-parameter-ietf-strict": true, "request-maximum-exp": 600, "client-jwks-parameter": "jwks",
        "pkce-allowed": true, "pkce-required": true, "pkce-method-plain-allowed": false, "oauth-par-allowed": true,
        "oauth-par-required": true, "oauth-par-duration": 90,
        "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:", "oauth-as-iss-id": true,
        "client-cert-source": "TLS", "client-cert-use-endpoint-aliases": false,
        "client-cert-self-signed-allowed": false,
    ]

    private func setUp(_ banking: Banking, _ administer: (String, JSONValue) async throws -> Void) async throws {
        try await administer(
            "scope/", ["name": "payments", "display_name": "payments", "password_required": true, "scheme": [:]])
        try await administer(
            "client/",
            [
                "client_id": .string(Self.client.id), "name": "client", "enabled": true, "confidential": true,
                "authorization_type": ["code", "client_credentials"], "redirect_uri": [.string(banking.redirect)],
                "scope": ["payments", "openid"],
                // A signed request needs a client with a key.
                "token_endpoint_auth_method": ["tls_client_auth", "private_key_jwt"],
                "tls_client_auth_subject_dn": .string("CN=\(banking.name)"),
                "request_object_signing_alg": "ES256", "jwks": banking.requestKeys,
            ])
        try await administer(
            "user/",
            [
                "username": "amelia", "name": "Amelia", "password": "amelia-password", "enabled": true,
                "scope": ["payments", "openid", "g_profile"], "email": "amelia@example.com",
            ])
    }

    /// Plays the person's browser at the authorization endpoint: signs in, approves, and returns the address of the redirect.
    func approve(_ url: HTTPSURL) async throws -> String {
        let login = try await send(
            try .post(["username": "amelia", "password": "amelia-password"], to: self.url("auth/")))
        guard let session = login.headers["Set-Cookie"]?.split(separator: ";").first else { throw CancellationError() }
        var grant = try HTTPRequest.post(
            ["scope": .string(Banking.scope)], to: self.url("auth/grant/\(Self.client.id)/"))
        grant.method = .put
        grant.headers["Cookie"] = String(session)
        guard try await send(grant).status == 200,
            let approved = HTTPSURL(origin: url.origin, path: url.path, query: (url.query ?? "") + "&g_continue")
        else { throw CancellationError() }
        let response = try await send(HTTPRequest(url: approved, headers: ["Cookie": String(session)]))
        guard response.status == 302, let place = response.headers["Location"] else {
            throw JourneyError(.configurationInvalid, "No redirect: \(response.status)")
        }
        return place
    }

    /// The keys of its tokens.
    func keys() async throws -> JWKSet {
        try JWKSet(try JSONReader.read(try await send(HTTPRequest(url: try url("oidc/jwks"))).body))
    }

    /// Returns an access token for the person, bound to the key of `proof` if there is one.
    func token(scope: String = "journeys", proof: String? = nil) async throws -> String {
        var request = HTTPRequest.post(
            FormBody([
                .init("grant_type", "password"), .init("username", "amelia"), .init("password", "amelia-password"),
                .init("scope", scope),
            ]), to: try url("oidc/token"))
        request.headers["Authorization"] = basic
        if let proof { request.headers["DPoP"] = proof }
        let response = try await send(request)
        guard let token = try JSONReader.read(response.body)["access_token"]?.string else {
            throw JourneyError(.configurationInvalid, "No token: \(String(decoding: response.body, as: UTF8.self))")
        }
        return token
    }

    /// Makes a proof for a token request.
    func tokenProof(by key: P256PrivateKey) async throws -> String {
        try await DPoPProof.make(
            for: .post, url("oidc/token"), identifier: UUID().uuidString, at: Int64(Date().timeIntervalSince1970),
            by: key, .p256(key.publicKey))
    }

    func revoke(_ token: String) async throws {
        var request = HTTPRequest.post(FormBody([.init("token", token)]), to: try url("oidc/revoke"))
        request.headers["Authorization"] = basic
        guard try await send(request).status == 200 else { throw CancellationError() }
    }

    private var basic: String {
        "Basic " + Data("\(Self.client.id):\(Self.client.secret)".utf8).base64EncodedString()
    }
}

extension HTTPRequest {
    fileprivate static func post(_ json: JSONValue, to url: HTTPSURL) throws -> HTTPRequest {
        HTTPRequest(method: .post, url: url, headers: ["Content-Type": "application/json"], body: json.compactBytes)
    }
}
