import CardDetailsSDK
import CardDetailsTesting
import CashBaba
import CashBabaTesting
import CredentialSharing
import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyLanguage
import JourneyScreens
import JourneyServer
import JourneyTesting
import MobileDocument
import Testing

/// The samples that need neither server nor window, as shown in the articles.
@Suite("Running samples")
struct RunningSampleTests {
    @Test("leaving the wallet's first screen sets no PIN and notifies the host")
    func wallet() async throws {
        let sandbox = try WalletSandbox(WalletCustomer(pin: nil)) { _ in ["welcome": [.press(Screen.cancelled)]] }
        let end = try await setPIN(
            on: sandbox.presenter, with: sandbox.sdk, environment: WalletSandbox.environment,
            publicKey: Data(sandbox.service.publicKey.pem.utf8),
            client: (WalletSandbox.Service.clientID, WalletSandbox.Service.clientSecret),
            wToken: "wallet-token")
        #expect(end == "The person left." && sandbox.presenter.faults == [] && !sandbox.service.hasPIN)
    }

    @Test("a bank's own gateway serves its routes and authenticates its callers")
    func gateway() async throws {
        let identity = BankIdentity { token in
            token.withBytes { Array($0) == Array("token-1".utf8) } ? (partner: "partner-1", client: "app") : nil
        }
        let settlements = try #require(HTTPSURL("https://bank.example/settlements"))
        let service = try await bankGateway(
            over: try await Database.open(.memory), for: identity, asking: Router([]), at: settlements)
        func status(_ path: String, _ token: String) async throws -> Int {
            let url = try #require(HTTPSURL("https://gateway.example\(path)"))
            return await service.handle(HTTPRequest(url: url, headers: ["Authorization": "Bearer \(token)"])).status
        }
        #expect(try await status("/branches/40-47-84", "") == 200)
        #expect(try await status("/journeys/unknown/manifest.json", "token-1") == 404)
        #expect(try await status("/journeys/unknown/manifest.json", "token-2") == 401)
    }

    @Test("another person's card is not shown")
    func card() async throws {
        let other = CardSandbox.Card(id: CardSandbox.card, owner: try #require(CardUserID("somebody-else")))
        let sandbox = try CardSandbox(cards: [other], replies: { _ in ["card-missing": [.press("close")]] })
        let outcome = try await showCard(
            CardSandbox.card, of: CardSandbox.user, gateway: CardSandbox.origin, vault: CardSandbox.vault,
            on: sandbox.host)
        guard case .failed(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(error.code == .cardNotYours && sandbox.service.drawn == [])
    }

    @Test("an invalid code proves no age")
    func age() async throws {
        #expect(await !isAdult(code: "mdoc:", over: RadioMedium().radio(), trust: try IssuerTrust([])))
    }
}
