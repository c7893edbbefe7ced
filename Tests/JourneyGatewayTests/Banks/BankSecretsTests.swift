import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

/// A gateway over sockets with secrets for three banks, one of which authorizes consents. They are searched for in all that it
/// writes.
@Suite("Banks' secrets at the gateway")
struct BankSecretsTests {
    private static let kinds: [(file: String, secret: String)] = [
        ("bank/secret", "Cs7+pQ2xWm9/vR4tYb1nHk6~Lz8jGd3.Fe5uAo0-Xc=="),
        ("bank/api-key", "Ak3-uN8sLq/5bJw0.Yd2+Tg7~mPv6KeHc1Zu4Xo9aB=="),
        ("bank/store-key", "Sk8/tR2xWm9+vQ4pYb1nHk6~Lz8jGd3.Fe5uAo0-Xc=="),
    ]
    private static let personToken = "Pt5/xR4tYb1nHk6~Lz8jGd3.Fe5uAo0-Xc2+pQ7xWm=="
    private static let token = "At9/xR4tYb1nHk6~Lz8jGd3.Fe5uAo0-Xc2+pQ7xWm=="

    /// A bank that repeats all that it was sent in its response's headers and in the bodies of its errors.
    private static func tellTale(_ fault: String) -> @Sendable (HTTPRequest) throws -> HTTPResponse {
        { request in
            switch fault {
            case "unreachable":
                var error = JourneyError(.netUnreachable, "No connection with \(token).")
                error.requestFate = .notSent
                throw error
            case "late":
                var error = JourneyError(.netTimeout, "No answer to \(token).")
                error.requestFate = .unknown
                throw error
            case "malformed": return HTTPResponse(status: 99)
            case "headers":
                var response = HTTPResponse.json(["PaymentId": "p1"], status: 201)
                for field in request.headers.fields { response.headers.add("X-Seen-\(field.name)", field.value) }
                response.headers.add("Set-Cookie", "a=\(token)")
                response.headers.add("WWW-Authenticate", "Bearer realm=\"\(token)\"")
                return response
            default: return .json(["PaymentId": "p1"], status: 201)
            }
        }
    }

    private static func tokens(_ fault: String) -> HTTPResponse {
        switch fault {
        case "token refused":
            .json(["error": "invalid_client", "error_description": .string(kinds[0].secret)], status: 401)
        case "token malformed": HTTPResponse(status: 200, body: Array("{\"access_token\": \"\(token)\"".utf8))
        case "token of another type": .json(["access_token": .string(token), "token_type": "N_A"])
        default: .json(["access_token": .string(token), "token_type": "Bearer", "expires_in": 300])
        }
    }

    /// The authorization server of the third bank, with the same faults.
    private static func authorizing(_ fault: String, _ request: HTTPRequest) throws -> HTTPResponse? {
        guard request.url.origin.host == "third.example", ["/par", "/token"].contains(request.url.path) else {
            return nil
        }
        let isToken = request.url.path == "/token"
        switch fault {
        case "unreachable" where isToken, "late" where isToken: return try tellTale(fault)(request)
        case "token refused" where isToken:
            let verifier = FormBody(parsing: request.body)?.entries.first { $0.name == "code_verifier" }?.value ?? ""
            return .json(["error": .string(verifier), "error_description": .string(personToken)], status: 400)
        case "token malformed" where isToken:
            return HTTPResponse(status: 200, body: Array("{\"access_token\": \"\(personToken)\"".utf8))
        case "token of another type" where isToken:
            return .json(["access_token": .string(personToken), "token_type": "Bearer", "expires_in": 300])
        case "malformed":
            return .json(["request_uri": .string(String(decoding: request.body, as: UTF8.self)), "expires_in": 60])
        default:
            var response = HTTPResponse.json(
                isToken
                    ? ["access_token": .string(personToken), "token_type": "DPoP", "expires_in": 300]
                    : ["request_uri": "urn:x:1", "expires_in": 60], status: isToken ? 200 : 201)
            if fault == "headers" {
                for field in request.headers.fields { response.headers.add("X-Seen-\(field.name)", field.value) }
            }
            return response
        }
    }

    /// Authorizes a consent at the third bank and pays with it. Returns all that the app got, and the last status.
    private static func authorize(
        _ consent: String, _ gateway: Gateway, _ folder: GatewayFolder
    ) async throws -> (seen: [UInt8], status: Int) {
        var seen: [UInt8] = []
        func post(_ path: String, _ body: JSONValue) async throws -> HTTPResponse {
            let url = try #require(HTTPSURL("https://gateway.localhost:\(gateway.port)\(path)"))
            var request = HTTPRequest(method: .post, url: url, headers: GatewayFixture.known, body: body.compactBytes)
            request.headers["Content-Type"] = "application/json"
            request.headers["x-idempotency-key"] = "key-1"
            request.headers["X-Bank-Consent"] = consent
            let response = try await GatewayFixture.transport(folder).send(
                request, options: HTTPOptions(timeout: .seconds(30)))
            seen += Array(response.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n").utf8)
            seen += response.body
            return response
        }
        let started = try await post("/bank-authorizations/third", ["consentId": .string(consent)])
        let state = (try? JSONReader.read(started.body))?["state"]?.string ?? "none"
        _ = try await post(
            "/bank-authorizations/third/codes",
            ["state": .string(state), "code": .string("code-\(state)"), "iss": "https://third.example"])
        return (seen, try await post("/banks/third/v1/payments", ["Amount": "1.00"]).status)
    }

    @Test("no response, log line or database has a bank's secret, whatever the bank does")
    func canary() async throws {
        let faults = [
            "none", "headers", "unreachable", "late", "malformed", "token refused", "token malformed",
            "token of another type",
        ]
        let signer = try RSAPrivateKey.generate()
        let otherSigner = try RSAPrivateKey.generate()
        let thirdKeys = try ["client", "request", "proof"].map { ($0, try P256PrivateKey.generate().pem()) }
        var canary = Canary()
        for kind in Self.kinds {
            canary.add(.bearerToken, Array(kind.secret.utf8))
            // As a client sends it by HTTP Basic (RFC 6749, section 2.3.1).
            canary.add(.bearerToken, Array(FormBody([FormBody.Entry("", kind.secret)]).bytes.dropFirst()))
        }
        canary.add(.bearerToken, Array(Self.token.utf8))
        canary.add(.bearerToken, Array(Self.personToken.utf8))
        for pem in [try signer.pem(), try otherSigner.pem()] + thirdKeys.map(\.1) {
            // A line from the middle of each key.
            let lines = pem.split(separator: "\n")
            canary.add(.privateKey, Array(lines[lines.count / 2].utf8))
        }
        let written = Mutex<[UInt8]>([])
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in written.withLock { $0 += Array("\(entry)\n".utf8) } }
        try await GatewayFolder.visit { folder in
            for kind in Self.kinds { try folder.write(kind.file, Array(kind.secret.utf8), mode: 0o600) }
            try folder.write("bank/sign.pem", Array(try signer.pem().utf8), mode: 0o600)
            try folder.write("bank/other-sign.pem", Array(try otherSigner.pem().utf8), mode: 0o600)
            for (name, pem) in thirdKeys { try folder.write("bank/third-\(name).pem", Array(pem.utf8), mode: 0o600) }
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["banks"] = [
                "uk": [
                    "server": "https://uk.example",
                    "token": [
                        "address": "https://uk.example/token", "clientId": "gw", "secretFile": "bank/secret",
                        "scope": "payments",
                    ],
                    "signature": [
                        "keyFile": "bank/sign.pem", "keyId": "sign-1", "issuer": "org/software",
                        "trustAnchor": "openbanking.org.uk",
                    ],
                ],
                "other": [
                    "server": "https://other.example",
                    "apiKey": ["header": "X-API-Key", "keyFile": "bank/api-key"],
                    "signature": [
                        "keyFile": "bank/other-sign.pem", "keyId": "sign-2", "issuer": "org/software",
                        "trustAnchor": "openbanking.org.uk",
                    ],
                ],
                "third": [
                    "server": "https://third.example",
                    "token": [
                        "address": "https://third.example/token", "clientId": "gw", "keyFile": "bank/third-client.pem",
                        "keyId": "client-1", "algorithm": "ES256", "audience": "https://third.example",
                    ],
                    "signature": [
                        "keyFile": "bank/other-sign.pem", "keyId": "sign-2", "issuer": "org/software",
                        "trustAnchor": "openbanking.org.uk",
                    ], "dpop": ["keyFile": "bank/third-proof.pem"],
                    "authorization": [
                        "issuer": "https://third.example", "pushedRequestAddress": "https://third.example/par",
                        "redirectAddresses": ["partner": "https://return.example/bank"],
                        "scope": "payments:{consentId}",
                        "requestObject": [
                            "keyFile": "bank/third-request.pem", "keyId": "request-1", "algorithm": "ES256",
                        ],
                        "storeKeyFile": "bank/store-key",
                    ],
                ],
            ]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            try folder.remove("published/transfer")
            try await folder.publish(
                "pay", sequence: 1, openAPI: BankJourney.openAPI.compactBytes,
                changes: BankJourney.changes(credentials: ["clientSecret", "detachedSignature"]))
            let servers: JSONValue = [["url": "https://gateway.localhost/banks/other/v1"]]
            let schemes: JSONValue = [
                "securitySchemes": ["oauth": ["type": "apiKey", "in": "header", "name": "X-API-Key"]]
            ]
            let other = JSONValue.object(
                (BankJourney.openAPI.object ?? [:]).merging(["servers": servers, "components": schemes]) { $1 })
            try await folder.publish(
                "pay-other", sequence: 1, openAPI: other.compactBytes,
                changes: BankJourney.changes(credentials: ["apiKey", "detachedSignature"]))
            let third = JSONValue.object(
                (BankJourney.openAPI.object ?? [:]).merging([
                    "servers": [["url": "https://gateway.localhost/banks/third/v1"]]
                ]) { $1 })
            var paying = BankJourney.changes(credentials: ["userToken", "detachedSignature"])
            paying["headers"] = ["X-Bank-Consent": "'C-1'"]
            try await folder.publish("pay-third", sequence: 1, openAPI: third.compactBytes, changes: paying)
            for fault in faults {
                let banks = SeveralBanks(
                    tokens: Self.tokens(fault), respond: Self.tellTale(fault),
                    authorize: { try Self.authorizing(fault, $0) })
                let gateway = try await Gateway.start(
                    configuration: folder.file, bankTransport: { _, _ in banks },
                    dependencies: dependencies)
                for path in ["uk/open-banking/v3.1/pisp/payments", "other/v1/payments", "uk/v1/payments"] {
                    let url = try #require(HTTPSURL("https://gateway.localhost:\(gateway.port)/banks/\(path)"))
                    var request = HTTPRequest(
                        method: .post, url: url, headers: GatewayFixture.known,
                        body: Array("{\"Amount\":\"1.00\"}".utf8))
                    request.headers["Content-Type"] = "application/json"
                    request.headers["x-idempotency-key"] = "key-1"
                    let response = try await GatewayFixture.transport(folder).send(
                        request, options: HTTPOptions(timeout: .seconds(30)))
                    let seen = response.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                    #expect(canary.findings(in: Array(seen.utf8) + response.body).isEmpty, "\(fault), \(path)")
                    #expect(fault != "none" || response.status == (path.hasPrefix("uk/v1") ? 404 : 201))
                }
                let (seen, status) = try await Self.authorize(
                    fault.replacing(" ", with: "-"), gateway, folder)
                await gateway.stop()
                for verifier in banks.verifiers { canary.add(.bearerToken, Array(verifier.utf8)) }
                #expect(canary.findings(in: seen).isEmpty, "\(fault)")
                #expect(status == (["none", "headers"].contains(fault) ? 201 : 403), "\(fault)")
                // Each bank has its own secret and not the other's: the search below would find what it should.
                let sent = banks.sent
                if fault == "none" {
                    #expect(
                        sent.map(\.host) == [
                            "uk.example", "uk.example", "other.example", "third.example", "third.example",
                            "third.example",
                        ])
                    #expect(banks.verifiers.count == 1 && sent[5].text.contains("DPoP \(Self.personToken)"))
                    #expect(!canary.findings(in: sent[0].bytes).isEmpty && !canary.findings(in: sent[1].bytes).isEmpty)
                    #expect(!sent[2].text.contains(Self.token) && !sent[1].text.contains(Self.kinds[1].secret))
                    #expect(sent[2].text.contains(Self.kinds[1].secret))
                }
            }
            let stored = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix("gateway.db") }
            #expect(!stored.isEmpty)
            for name in stored {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
                #expect(canary.findings(in: Array(bytes)).isEmpty, "\(name)")
            }
        }
        #expect(!written.withLock { $0 }.isEmpty)
        #expect(canary.findings(in: written.withLock { $0 }).isEmpty)
    }
}

/// Banks at one transport, which keeps what each was sent.
private final class SeveralBanks: HTTPTransport {
    struct Sent: Sendable {
        let host: String
        let text: String
        var bytes: [UInt8] { Array(text.utf8) }
    }

    private let tokens: HTTPResponse
    private let respond: @Sendable (HTTPRequest) throws -> HTTPResponse
    /// The answer of an authorization server; `nil` for requests to others.
    private let authorize: @Sendable (HTTPRequest) throws -> HTTPResponse?
    private let all = Mutex<[Sent]>([])

    var sent: [Sent] { all.withLock { $0 } }
    /// The PKCE verifiers that were sent.
    var verifiers: [String] {
        sent.flatMap { $0.text.matches(of: #/code_verifier=([^&\s]+)/#).map { String($0.1) } }
    }

    init(
        tokens: HTTPResponse, respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse,
        authorize: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse?
    ) {
        self.authorize = authorize
        self.tokens = tokens
        self.respond = respond
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let fields = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        all.withLock {
            $0.append(Sent(host: request.url.origin.host, text: fields + String(decoding: request.body, as: UTF8.self)))
        }
        if let answer = try authorize(request) { return answer }
        return request.url.path == "/token" ? tokens : try respond(request)
    }
}
