import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyHarness
import JourneyServer
import JourneyWire

/// The card proxy between a client and an issuer that responds immediately: nginx with a fixed response. For the floor, nginx as
/// a proxy in front of the same response.
struct ProxyFixture {
    static let path = CardContract.confirm.path
    private static let upstreamPath = IssuerCall.version + IssuerCall.confirm.path
    static let user = "11111111-2222-4333-8444-555555555555"

    let bench: Workbench
    let gateway: HTTPServer
    let issuer: PrivateNginx
    let proxy: PrivateNginx
    private let key: P256PrivateKey
    private let folder: String

    init(_ bench: Workbench) async throws {
        try expect(PrivateNginx.isInstalled, "nginx is not installed; make bench installs it.")
        self.bench = bench
        let identity = [
            "cert.pem": Array(bench.identity.certificatePEM.utf8), "key.pem": Array(bench.identity.keyPEM.utf8),
        ]
        let answer = #"{"cardAuthToken":"\#(String(repeating: "a", count: 64))"}"#
        issuer = try PrivateNginx(files: identity) { ports in
            """
            server {
                listen 127.0.0.1:\(ports[0]) ssl;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                location / { default_type application/json; return 200 '\(answer)'; }
            }
            """
        }
        let issuerPort = issuer.ports[0]
        proxy = try PrivateNginx(
            files: identity.merging(["authority.pem": Array(bench.authorityPEM.utf8)]) { own, _ in own }
        ) { ports in
            """
            upstream issuer { server 127.0.0.1:\(issuerPort); keepalive 32; }
            server {
                listen 127.0.0.1:\(ports[0]) ssl;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                location / {
                    proxy_pass https://issuer\(Self.upstreamPath);
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_ssl_name \(Workbench.host);
                    proxy_ssl_verify on;
                    proxy_ssl_trusted_certificate authority.pem;
                }
            }
            """
        }
        key = try .generate()
        folder = NSTemporaryDirectory() + "journey-cards-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        gateway = try await ProxyFixture.gateway(bench, issuerPort, key, folder)
    }

    private static func gateway(
        _ bench: Workbench, _ issuerPort: Int, _ key: P256PrivateKey, _ folder: String
    ) async throws -> HTTPServer {
        guard let api = HTTPSURL("https://\(Workbench.host):\(issuerPort)\(IssuerCall.version)"),
            let script = HTTPSURL("https://\(Workbench.host):\(issuerPort)/client.min.js")
        else { throw BenchError(what: "The issuer's URL is invalid.") }
        // Each request is another challenge of the same user.
        var rates = CardRates()
        rates.confirmations = .max
        return try await bench.serve(
            CardRoutes(
                issuer: try IssuerAccount(
                    api: api, script: script, applicationID: "bench", apiKey: Secret(copying: "bench-key".utf8),
                    apiSecret: Secret(copying: "bench-secret".utf8), uiSecret: Secret(copying: "bench-ui".utf8)),
                partners: ["bench": try JWKSet(["b1": key.publicKey])],
                store: try await CardStore(try await Database.open(.file(folder + "/cards.sqlite"))),
                files: CardPageFiles(script: [], style: [], bridge: []), rates: rates,
                // nginx closes idle connections after 75 seconds.
                connectionIdleLimit: .seconds(30),
                transport: CurlTransport(trust: TLSTrust(authorities: [bench.authorityPEM]))),
            limits: ServerLimits(requestsPerConnection: .max))
    }

    func close() async {
        await gateway.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns a user's token for the gateway, valid for five minutes.
    func token() async throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let claims: JSONValue = [
            "iss": "bench", "sub": .string(Self.user), "aud": .string("https://\(Workbench.host):\(gateway.port)"),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)), "jti": "bench-0001",
        ]
        return try await CompactJWS.sign(claims.compactBytes, typ: CardContract.userTokenType, kid: "b1", key: key)
    }

    func body(_ challenge: String) -> String {
        #"{"userId":"\#(Self.user)","challengeId":"\#(challenge)","verificationCode":"123456"}"#
    }

    /// Returns a confirmation request: to the gateway with a token, or to the issuer without one.
    func request(_ challenge: String, token: String?) throws -> HTTPRequest {
        let port = token == nil ? issuer.ports[0] : gateway.port
        guard
            let url = HTTPSURL("https://\(Workbench.host):\(port)\(token == nil ? Self.upstreamPath : Self.path)")
        else { throw BenchError(what: "The URL of the request is invalid.") }
        var headers: HTTPFields = ["Content-Type": "application/json"]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        return HTTPRequest(method: .post, url: url, headers: headers, body: Array(body(challenge).utf8))
    }
}
