import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Gateway contract over HTTPS", .timeLimit(.minutes(10)))
struct GatewayContractTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/reference/schema/gateway-openapi.json").standardizedFileURL
    /// The endpoints for a bank's server.
    private static let bank = "/(proofs|attestations)/check"
    /// The endpoints for signed texts, which schemathesis can't generate.
    private static let signed = "/instances$"
    /// The endpoints of the card proxy and of forwarded calls.
    private static let (cards, forwarded) = ("^/striga/", "^/banks/")
    private static let device = [
        "--header", "Authorization: Bearer \(GatewayFolder.token)", "--header", "X-Partner-Id: partner",
        "--header", "X-Client-Id: client",
    ]
    /// Signatures, and a bank's own rules, can't be generated, so refused requests may have a valid form.
    private static let mayRefuse = ["--exclude-checks", "positive_data_acceptance"]

    @Test(
        "schemathesis finds no fault in the gateway by its OpenAPI document",
        .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)), arguments: [false, true])
    func schemathesis(asksAsBank: Bool) async throws {
        try await GatewayFolder.visit { folder in
            try folder.configure([
                "attestation": ["appIds": ["partner": ["TEAM123456.com.partner.app"]], "development": true]
            ])
            let gateway = try await Gateway.start(configuration: folder.file)
            let access =
                asksAsBank
                ? [
                    "--include-path-regex", Self.bank, "--header", "Authorization: Bearer \(GatewayFolder.credential)",
                ]
                : [
                    "--exclude-path-regex", "\(Self.bank)|\(Self.signed)|\(Self.cards)|\(Self.forwarded)",
                ] + Self.device
            let result = try await Schemathesis.run(
                Self.document.path, folder, port: gateway.port, Self.mayRefuse + access)
            await gateway.stop()
            #expect(result.status == 0, "\(result.text)")
        }
    }

    /// Returns the document with other schemas in place of those at `paths`.
    private static func document(_ changes: [[String]: JSONValue]) throws -> [UInt8] {
        var json = try JSONReader.read(Array(try Data(contentsOf: document)))
        for (path, schema) in changes { json = try replacing(json, path[...], by: schema) }
        return json.compactBytes
    }

    private static func replacing(_ json: JSONValue, _ path: ArraySlice<String>, by value: JSONValue) throws
        -> JSONValue
    {
        guard let name = path.first else { return value }
        if var elements = json.array {
            let index = try #require(elements.firstIndex { $0["name"]?.string == name })
            elements[index] = try replacing(elements[index], path.dropFirst(), by: value)
            return .array(elements)
        }
        var members = try #require(json.object)
        members[name] = try replacing(try #require(members[name]), path.dropFirst(), by: value)
        return .object(members)
    }

    /// An issuer that knows one user, whose cards have the ids that are asked for.
    private struct Issuer: HTTPTransport {
        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            let name = request.url.path.split(separator: "/").last.map(String.init) ?? ""
            guard request.method == .post else {
                return CardRouteTests.card(["id": .string(name), "userId": .string(CardProxyFixture.user)])
            }
            switch name {
            case "confirm-consent": return .consented
            case "statement": return .json(["transactions": [], "count": 0, "total": 0])
            default: return .json([:])
            }
        }
    }

    @Test(
        "schemathesis finds no fault in the card proxy by the gateway's OpenAPI document",
        .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
    func cardProxy() async throws {
        try await GatewayFolder.visit { folder in
            let key = try P256PrivateKey.generate()
            try folder.configure([:])
            var cards = GatewayFolder.cards.object ?? [:]
            cards["rates"] = ["confirmations": 100_000, "resends": 100_000, "pages": 100_000, "changes": 100_000]
            try folder.writeCards(.object(cards), key: key)
            // The time stands still, so that the token outlives a campaign.
            let now = Date()
            var dependencies = Dependencies.system
            dependencies.now = { now }
            let gateway = try await Gateway.start(
                configuration: folder.file, transport: { _ in Issuer() }, dependencies: dependencies)
            let seconds = Int64(now.timeIntervalSince1970)
            let claims: JSONValue = [
                "iss": "partner", "sub": .string(CardProxyFixture.user),
                "aud": .string("https://localhost:\(gateway.port)"), "iat": .number(JSONNumber(seconds)),
                "exp": .number(JSONNumber(seconds + 60)), "jti": "token-0001",
            ]
            let token = try await CompactJWS.sign(claims.compactBytes, typ: "card-user+jwt", kid: "p1", key: key)
            try folder.write(
                "cards.json",
                try Self.document([["components", "schemas", "CardUserId"]: ["const": .string(CardProxyFixture.user)]]))
            let result = try await Schemathesis.run(
                folder.path + "/cards.json", folder, port: gateway.port,
                // A code works once, and a card is active or not, so refused requests may have a valid form.
                Self.mayRefuse + ["--include-path-regex", Self.cards, "--header", "Authorization: Bearer \(token)"])
            await gateway.stop()
            #expect(result.status == 0, "\(result.text)")
        }
    }

    @Test(
        "schemathesis finds no fault in forwarded calls by the gateway's OpenAPI document",
        .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
    func bankProxy() async throws {
        try await GatewayFolder.visit { folder in
            try folder.write("bank/secret", Array("secret-1".utf8), mode: 0o600)
            try folder.write("bank/sign.pem", Array(try RSAPrivateKey.generate().pem().utf8), mode: 0o600)
            try folder.configure([
                "banks": [
                    "uk": [
                        "server": "https://bank.example",
                        "token": [
                            "address": "https://bank.example/token", "clientId": "us", "secretFile": "bank/secret",
                            "scope": "payments",
                        ],
                        "signature": [
                            "keyFile": "bank/sign.pem", "keyId": "sign-1", "issuer": "org/software",
                            "trustAnchor": "openbanking.org.uk",
                        ],
                    ]
                ]
            ])
            var openAPI = BankJourney.openAPI.object ?? [:]
            openAPI["servers"] = [["url": "https://gateway.localhost/banks/uk"]]
            try folder.remove("published/transfer")
            try await folder.publish(
                "pay", sequence: 1, openAPI: JSONValue.object(openAPI).compactBytes,
                changes: BankJourney.changes(credentials: ["clientSecret", "detachedSignature"]))
            let bank = BankStandIn()
            let gateway = try await Gateway.start(configuration: folder.file, bankTransport: { _, _ in bank })
            // Other methods are refused before anything else is looked at: the journey calls this path with one.
            let paths = ["paths", "/banks/{bank}/{path}"]
            var json = try JSONReader.read(try Self.document([:]))
            let call = try #require(json[paths[0]]?[paths[1]]?["post"])
            json = try Self.replacing(json, paths[...], by: ["post": call])
            for (name, value) in [("bank", "uk"), ("path", "payments")] {
                let place = paths + ["post", "parameters", name, "schema"]
                json = try Self.replacing(json, place[...], by: ["const": .string(value)])
            }
            try folder.write("banks.json", json.compactBytes)
            let result = try await Schemathesis.run(
                folder.path + "/banks.json", folder, port: gateway.port,
                Self.mayRefuse + ["--include-path-regex", Self.forwarded] + Self.device)
            await gateway.stop()
            #expect(result.status == 0, "\(result.text)")
            #expect(!bank.requests.isEmpty && bank.requests.allSatisfy { $0.url.path == "/payments" })
        }
    }
}

extension GatewayFolder {
    /// Writes the configuration of a gateway at localhost with these members too.
    fileprivate func configure(_ members: [String: JSONValue]) throws {
        var configuration = Self.configuration.object ?? [:]
        configuration["listen"] = ["address": "127.0.0.1", "port": 0, "names": ["localhost", "gateway.localhost"]]
        try write("gateway.json", JSONValue.object(configuration.merging(members) { $1 }).compactBytes)
    }
}
