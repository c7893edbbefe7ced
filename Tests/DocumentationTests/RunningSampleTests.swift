import CashBaba
import CredentialSharing
import Foundation
import JourneyBase
import JourneyCrypto
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

    @Test("a text that is no code proves nobody's age")
    func age() async throws {
        #expect(await !isAdult(code: "mdoc:", over: LocalAir().radio(), trust: try IssuerTrust([])))
    }
}
