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

/// A gateway over sockets with secrets for two banks, which are searched for in all that it writes.
@Suite("Banks' secrets at the gateway")
struct BankSecretsTests {
    private static let kinds: [(file: String, secret: String)] = [
        ("bank/secret", "Cs7+pQ2xWm9/vR4tYb1nHk6~Lz8jGd3.Fe5uAo0-Xc=="),
        ("bank/api-key", "Ak3-uN8sLq/5bJw0.Yd2+Tg7~mPv6KeHc1Zu4Xo9aB=="),
    ]
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

    @Test("no response, log line or database has a bank's secret, whatever the bank does")
    func canary() async throws {
        let faults = [
            "none", "headers", "unreachable", "late", "malformed", "token refused", "token malformed",
            "token of another type",
        ]
        let signer = try RSAPrivateKey.generate()
        let otherSigner = try RSAPrivateKey.generate()
        var canary = Canary()
        for kind in Self.kinds {
            canary.add(.bearerToken, Array(kind.secret.utf8))
            // As a client sends it by HTTP Basic (RFC 6749, section 2.3.1).
            canary.add(.bearerToken, Array(FormBody([FormBody.Entry("", kind.secret)]).bytes.dropFirst()))
        }
        canary.add(.bearerToken, Array(Self.token.utf8))
        for pem in [try signer.pem(), try otherSigner.pem()] {
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
            for fault in faults {
                let banks = TwoBanks(tokens: Self.tokens(fault), respond: Self.tellTale(fault))
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
                await gateway.stop()
                // Each bank has its own secret and not the other's: the search below would find what it should.
                let sent = banks.sent
                if fault == "none" {
                    #expect(sent.map(\.host) == ["uk.example", "uk.example", "other.example"])
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

/// Two banks at one transport, which keeps what each was sent.
private final class TwoBanks: HTTPTransport {
    struct Sent: Sendable {
        let host: String
        let text: String
        var bytes: [UInt8] { Array(text.utf8) }
    }

    private let tokens: HTTPResponse
    private let respond: @Sendable (HTTPRequest) throws -> HTTPResponse
    private let all = Mutex<[Sent]>([])

    var sent: [Sent] { all.withLock { $0 } }

    init(tokens: HTTPResponse, respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) {
        self.tokens = tokens
        self.respond = respond
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let fields = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        all.withLock {
            $0.append(Sent(host: request.url.origin.host, text: fields + String(decoding: request.body, as: UTF8.self)))
        }
        return request.url.path == "/token" ? tokens : try respond(request)
    }
}
