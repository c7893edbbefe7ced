import JourneyBase
import JourneyHarness
import Testing

@Suite("Sandbox readiness line")
struct SandboxReadinessTests {
    private static let sample: [String: JSONValue] = [
        "gateway": "https://gateway.localhost:8443", "bank": "https://bank.localhost:8444", "authorityPem": "PEM",
        "pins": ["gateway.localhost": ["AA==", "CC=="], "bank.localhost": ["BB==", "CC=="]], "anchor": ["keys": []],
        "remoteKeys": ["keys": []], "signInKeys": ["keys": []], "database": "/tmp/bank.sqlite",
        "contextTokenFile": "/tmp/context-token",
        "wallet": .object(wallet), "cards": .object(cards), "passes": .object(passes),
    ]
    private static let passes: [String: JSONValue] = [
        "address": "https://passes.localhost:8448", "apiTokenFile": "/tmp/pass-api-token", "tags": ["TICKET-001"],
        "authority": "PEM", "pushes": nil,
    ]
    private static let cards: [String: JSONValue] = [
        "api": "https://issuer.localhost:8446", "script": "https://vault.localhost:8447/client.min.js",
        "partner": "partner", "userKeyFile": "/tmp/user-key.pem", "gatewayFile": "/tmp/gateway.json",
        "cards": [["label": "everyday", "id": "1", "user": "2"]],
    ]
    private static let wallet: [String: JSONValue] = [
        "address": "https://wallet.localhost:8445/api/", "publicKeyFile": "/tmp/key.pem",
        "publicKeyDerFile": "/tmp/key.der", "clientId": "app", "clientSecretFile": "/tmp/secret",
        "inboxFile": "/tmp/inbox", "database": nil,
        "customers": [["id": "one", "phone": "017", "wTokenFile": "/tmp/token"]],
    ]

    @Test("the line round-trips and contains no token")
    func roundTrip() throws {
        let readiness = try #require(SandboxReadiness(.object(SandboxReadinessTests.sample)))
        #expect(readiness.gateway.port == 8443)
        #expect(readiness.pins["bank.localhost"] == ["BB==", "CC=="])
        #expect(SandboxReadiness(try JSONReader.read(readiness.json.compactBytes)) == readiness)
        #expect(readiness.json == .object(SandboxReadinessTests.sample))
    }

    @Test(
        "a line with a missing or mistyped member is refused",
        arguments: [
            "gateway", "bank", "authorityPem", "pins", "anchor", "remoteKeys", "signInKeys", "contextTokenFile",
        ])
    func lacking(name: String) {
        var members = SandboxReadinessTests.sample
        members[name] = nil
        #expect(SandboxReadiness(.object(members)) == nil)
    }

    @Test(
        "an address that is not https is refused", arguments: ["http://gateway.localhost:1", "gateway.localhost", ""])
    func addresses(text: String) {
        var members = SandboxReadinessTests.sample
        members["gateway"] = .string(text)
        #expect(SandboxReadiness(.object(members)) == nil)
    }

    @Test(
        "a wallet with a missing member is refused, and a missing wallet is not",
        arguments: [
            "address", "publicKeyFile", "publicKeyDerFile", "clientId", "clientSecretFile", "inboxFile", "customers",
        ])
    func wallets(name: String) throws {
        var (members, wallet) = (SandboxReadinessTests.sample, SandboxReadinessTests.wallet)
        wallet[name] = nil
        members["wallet"] = .object(wallet)
        #expect(SandboxReadiness(.object(members)) == nil)
        members["wallet"] = nil
        let none = try #require(SandboxReadiness(.object(members)))
        #expect(none.wallet == nil)
        members["wallet"] = "none"
        #expect(SandboxReadiness(.object(members)) == nil)
        for people: JSONValue in [[], [["id": "one"]]] {
            wallet = SandboxReadinessTests.wallet
            wallet["customers"] = people
            #expect(WalletReadiness(.object(wallet)) == nil)
        }
    }

    @Test(
        "a card issuer with a missing member is refused, and a missing card issuer is not",
        arguments: ["api", "script", "partner", "userKeyFile", "gatewayFile", "cards"])
    func issuers(name: String) throws {
        var (members, cards) = (SandboxReadinessTests.sample, SandboxReadinessTests.cards)
        cards[name] = nil
        members["cards"] = .object(cards)
        #expect(SandboxReadiness(.object(members)) == nil)
        members["cards"] = .null
        #expect(try #require(SandboxReadiness(.object(members))).cards == nil)
        for list: JSONValue in [[], [["label": "one", "id": "1"]]] {
            cards = SandboxReadinessTests.cards
            cards["cards"] = list
            #expect(CardReadiness(.object(cards)) == nil)
        }
    }

    @Test("an in-memory database has no file")
    func memory() {
        var members = SandboxReadinessTests.sample
        members["database"] = .null
        #expect(SandboxReadiness(.object(members))?.database == nil)
    }
}
