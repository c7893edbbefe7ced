import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Configuration of authorizations at banks")
struct BankConfigurationTests {
    private static let bank: JSONValue = [
        "server": "https://bank.example",
        "token": [
            "address": "https://auth.bank.example/token", "clientId": "gw", "keyFile": "client.pem",
            "keyId": "client-1",
            "algorithm": "ES256", "audience": "https://auth.bank.example",
        ],
        "dpop": ["keyFile": "proof.pem"],
        "authorization": [
            "issuer": "https://auth.bank.example", "pushedRequestAddress": "https://auth.bank.example/par",
            "redirectAddresses": ["partner": "https://return.partner.example/bank"], "scope": "openid payments",
            "claims": ["id_token": ["openbanking_intent_id": ["value": "{consentId}"]]],
            "authorizationDetails": [["type": "payment"]],
            "requestObject": ["keyFile": "request.pem", "keyId": "request-1", "algorithm": "ES256"],
            "storeKeyFile": "store-key",
        ],
    ]

    /// Sets the member at a dotted path; `nil` removes it.
    private static func setting(_ path: String, to value: JSONValue?, in json: JSONValue) -> JSONValue {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        var members = json.object ?? [:]
        members[parts[0]] = parts.count == 1 ? value : setting(parts[1], to: value, in: members[parts[0]] ?? [:])
        return .object(members)
    }

    private static func read(_ changes: [(String, JSONValue?)]) throws -> GatewayConfiguration.Bank? {
        let bank = changes.reduce(bank) { setting($1.0, to: $1.1, in: $0) }
        let file = setting("banks", to: ["uk": bank], in: GatewayFolder.configuration)
        return try GatewayConfiguration(reading: file.compactBytes, folder: "/f").banks["uk"]
    }

    @Test("all members are read")
    func members() throws {
        let bank = try #require(try Self.read([]))
        let authorization = try #require(bank.authorization)
        #expect(authorization.issuer == "https://auth.bank.example" && authorization.storeKeyFile == "/f/store-key")
        #expect(authorization.address.path == "/par")
        #expect(authorization.redirects == ["partner": "https://return.partner.example/bank"])
        #expect(authorization.content.isOpenID && authorization.content.detailTypes == ["payment"])
        #expect(authorization.requestKey?.id == "request-1" && authorization.requestKey?.algorithm == .es256)
        #expect(bank.proofKey?.file == "/f/proof.pem" && bank.proofKey?.algorithm == .es256)
        #expect(try Self.read([("authorization", nil)])?.authorization == nil)
    }

    @Test(
        "what the security profile or a bank could not accept is refused with its place",
        arguments: [
            ([("token", nil)], "authorization needs the bank's token"),
            (
                [("token", ["address": "https://a.example/t", "clientId": "g", "secretFile": "s"])],
                "authorization needs a client that is known by keyFile or clientCertificate"
            ),
            ([("dpop", nil)], "authorization needs dpop or clientCertificate"),
            ([("authorization.issuer", nil)], "authorization.issuer is missing"),
            ([("authorization.issuer", "http://auth.bank.example")], "authorization.issuer is not a valid"),
            ([("authorization.issuer", "https://auth.bank.example?a=b")], "authorization.issuer has a query"),
            ([("authorization.pushedRequestAddress", "https://a b")], "authorization.pushedRequestAddress is not"),
            ([("authorization.redirectAddresses", [:])], "authorization.redirectAddresses is empty"),
            ([("authorization.redirectAddresses", ["other": "https://r.example"])], "redirectAddresses.other is of a"),
            ([("authorization.scope", "a  b")], "authorization.scope is not a list of scopes"),
            ([("authorization.scope", "a\"b")], "authorization.scope is not a list of scopes"),
            ([("authorization.claims", "x")], "authorization.claims is not an object"),
            ([("authorization.claims", nil)], "authorization has no {consentId}"),
            ([("authorization.authorizationDetails", [["kind": "x"]])], "authorizationDetails[0].type is missing"),
            ([("authorization.requestObject", ["keyFile": "r"])], "authorization.requestObject.keyId is missing"),
            (
                [("authorization.requestObject.algorithm", "RS256")],
                "requestObject.algorithm is neither PS256 nor ES256"
            ),
            ([("dpop.algorithm", "HS256")], "dpop.algorithm is neither PS256 nor ES256"),
            ([("dpop.keyId", "k")], "dpop.keyId is an unknown member"),
            ([("authorization.storeKeyFile", nil)], "authorization.storeKeyFile is missing"),
            ([("authorization.secret", "x")], "authorization.secret is an unknown member"),
        ] as [([(String, JSONValue?)], String)])
    func refused(changes: [(String, JSONValue?)], message: String) throws {
        let error = #expect(throws: JourneyError.self) { _ = try Self.read(changes) }
        #expect(error?.code == .configurationInvalid)
        #expect(
            error?.message.contains("banks.uk.") == true && error?.message.contains(message) == true,
            "\(error?.message ?? "")")
    }

    @Test("a client certificate takes the place of a bound key, and the consent may be in scope or details")
    func nearMisses() throws {
        let certificate: JSONValue = ["certificateFile": "c.pem", "keyFile": "k.pem"]
        #expect(try Self.read([("dpop", nil), ("clientCertificate", certificate)])?.authorization != nil)
        #expect(
            try Self.read([
                ("token", ["address": "https://a.example/t", "clientId": "g"]), ("clientCertificate", certificate),
            ])?.authorization != nil)
        for (name, value) in [
            ("scope", "PIS:{consentId}"), ("authorizationDetails", [["type": "p", "links": ["a:{consentId}"]]]),
        ] as [(String, JSONValue)] {
            let bank = try Self.read([("authorization.claims", nil), ("authorization.\(name)", value)])
            let filled = try #require(bank?.authorization).content.filled("C-1")
            let text = "\(filled.scope ?? "") \(filled.details?.compactText ?? "")"
            #expect(text.contains(":C-1"))
        }
    }

    @Test(
        "a redirect address is https or of an app's own scheme",
        arguments: [
            ("https://return.partner.example/bank", true), ("https://return.partner.example/bank?a=b", true),
            ("com.partner.app:/bank", true), ("partnerapp:/", true), ("https://return.partner.example/#a", false),
            ("http://return.partner.example/", false), ("javascript:/x", false), ("data:/x", false),
            ("partnerapp://x", false), ("PartnerApp:/x", false), ("partnerapp:x", false), ("1app:/x", false),
            (":/x", false), ("", false), ("https://user@return.example/", false), ("partnerapp:/a b", false),
        ])
    func redirects(text: String, isRedirect: Bool) {
        #expect(GatewayConfiguration.isRedirect(text) == isRedirect)
    }

    @Test("a short store key stops the start with its file")
    func storeKey() async throws {
        for (count, isEnough) in [(31, false), (32, true)] {
            try await GatewayFolder.visit { folder in
                for name in ["client.pem", "proof.pem", "request.pem"] {
                    try folder.write(name, Array(try P256PrivateKey.generate().pem().utf8), mode: 0o600)
                }
                try folder.write("store-key", [UInt8](repeating: 1, count: count), mode: 0o600)
                let file = Self.setting("banks", to: ["uk": Self.bank], in: GatewayFolder.configuration)
                try folder.write("gateway.json", file.compactBytes)
                try folder.remove("published/transfer")
                do {
                    _ = try GatewayContent(file: folder.file, at: Date())
                    #expect(isEnough)
                } catch let error as JourneyError {
                    #expect(
                        !isEnough && error.code == .fileUnusable && error.message.contains("storeKeyFile"), "\(error)")
                }
            }
        }
    }
}
