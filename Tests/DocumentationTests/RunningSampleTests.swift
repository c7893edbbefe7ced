import CashBaba
import CredentialSharing
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyScreens
import JourneyTesting
import MobileDocument
import Testing

/// The samples that need no server and no window, as they stand in the articles.
@Suite("The samples run")
struct RunningSampleTests {
    @Test("a pass is added in a test, by the article's own lines")
    func pass() async throws {
        #expect(try await ticketIsAdded())
    }

    @Test("a person who leaves the wallet's first screen has set no PIN, and the host hears that they left")
    func wallet() async throws {
        let key = Data(try RSAPrivateKey.generate().publicKey.spki).base64EncodedString()
        let pem = Data("-----BEGIN PUBLIC KEY-----\n\(key)\n-----END PUBLIC KEY-----\n".utf8)
        let good: JSONValue = [
            "code": 200, "messages": ["ok"], "access_token": "fresh-token", "token_type": "Bearer", "expires_in": 300,
        ]
        let sdk = CashBabaSDK(surroundings: .fixed()) { _ in
            ScriptedTransport([answer(good), answer(good), answer(good)])
        }
        let presenter = ScriptedPresenter(
            ["welcome": [.answer(ScreenAction(action: Screen.cancelled))]], surroundings: .fixed())
        let end = try await setPIN(on: presenter, with: sdk, publicKey: pem, wToken: "a-token")
        #expect(end == "The person left." && presenter.faults == [])
    }

    @Test("what a bank gives is read as it stands, and what lacks something is refused")
    func bank() throws {
        let root = try P256PrivateKey.generate()
        let keys = try JWKSet([root.publicKey.thumbprint: root.publicKey])
        let pin = Data(repeating: 1, count: 32).base64EncodedString()
        let other = Data(repeating: 2, count: 32).base64EncodedString()
        let whole: [String: JSONValue] = [
            "gateway": "https://gateway.localhost:8443", "pins": ["gateway.localhost": [.string(pin), .string(other)]],
            "anchor": ["issuer": "bank", "environment": "sandbox", "keys": keys.json["keys"] ?? []],
            "remoteKeys": keys.json, "contextTokenFile": "context-token",
        ]
        let bank = try BankFile(JSONValue.object(whole).compactBytes)
        #expect("\(bank.gateway)" == "https://gateway.localhost:8443/")
        #expect(bank.trust.pins.covers("gateway.localhost") && bank.anchor.issuer == "bank")
        for name in ["gateway", "pins", "anchor", "remoteKeys"] {
            var lacking = whole
            lacking[name] = nil
            #expect(throws: JourneyError.self) { try BankFile(JSONValue.object(lacking).compactBytes) }
        }
        // One pin protects nobody.
        var single = whole
        single["pins"] = ["gateway.localhost": [.string(pin)]]
        #expect(throws: JourneyError.self) { try BankFile(JSONValue.object(single).compactBytes) }
    }

    @Test("a text that is no code proves nobody's age")
    func age() async throws {
        #expect(await !isAdult(code: "mdoc:", over: LocalAir().radio(), trust: try IssuerTrust([])))
    }
}
