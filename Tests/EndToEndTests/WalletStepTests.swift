import CashBaba
import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import JourneyWeb
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// A page of a signed journey, in a real engine, lets the user set a PIN and pay with the sandbox's wallet.
@Suite(
    "A page that uses the wallet", .serialized, .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct WalletStepTests {
    /// The wallet with its records, and the SDK that uses it in this process.
    private struct Shop {
        let wallet: Wallet
        let steps: WalletSteps
        let owner: WalletOwner

        init() async throws {
            let key = try RSAPrivateKey.generate()
            let (secret, token) = (Secret(copying: "secret-of-tests".utf8), Secret(copying: "token-of-tests".utf8))
            let wallet = try await Wallet(
                .memory, key: key, credentials: Wallet.Credentials(clientSecret: secret, wTokens: ["wallet-1": token]))
            let origin = try #require(Origin(scheme: "https", host: "wallet.localhost", port: 443))
            let address = try #require(HTTPSURL("https://wallet.localhost/api/"))
            let environment = CashBabaEnvironment(name: "sandbox", baseURL: address)
            let transport = ServiceTransport([origin: WalletService(wallet)])
            let sdk = CashBabaSDK { _ in transport }
            try sdk.initialize(environment: environment, derData: Data(key.publicKey.spki))
            self.wallet = wallet
            owner = WalletOwner(wallet)
            steps = WalletSteps(sdk, on: owner) {
                WalletSteps.Access(
                    environment: environment, clientId: "sandbox-app", clientSecret: HostSecret(secret),
                    wToken: HostSecret(token))
            }
        }

        var balance: Int64? {
            get async throws {
                try await wallet.database.first("SELECT balance AS n FROM account WHERE id = 'wallet-1'")?["n"]
            }
        }
    }

    /// Runs to the recipient's page, which makes these calls one after the other and is then left; returns the results.
    private func ask(_ shop: Shop, may methods: [String], _ calls: [(String, JSONValue)]) async throws -> [JSONValue] {
        try await EndToEndFixture.ask(
            [SetPinPlugin(shop.steps), ConfirmPaymentPlugin(shop.steps)], may: methods, calls,
            secrets: ["13579", "secret-of-tests", "token-of-tests"])
    }

    @Test(
        "the page sets the PIN and pays once with an exact amount, and the same bill is not paid again"
    )
    func paid() async throws {
        let shop = try await Shop()
        let bill: JSONValue = ["paymentReference": "PAY-1"]
        let answers = try await ask(
            shop, may: ["setPin", "confirmPayment"],
            [("setPin", [:]), ("confirmPayment", bill), ("confirmPayment", bill)])
        #expect(answers.count == 3 && answers.first == ["outcome": "completed"])
        let receipt = answers.dropFirst().first
        #expect(receipt?["outcome"] == "completed" && receipt?["amount"] == "1250.5")
        #expect(receipt?["transactionId"]?.string?.isEmpty == false && receipt?["availableBalance"] == nil)
        // The wallet reports the first payment when it is asked for a second one.
        #expect(answers.last?["outcome"] == "completed" && answers.last?["alreadyPaid"] == true)
        #expect(answers.last?["transactionId"] == receipt?["transactionId"] && receipt?["alreadyPaid"] == nil)
        #expect(try await shop.balance == 2_500_000 - 125_050)
        #expect(
            shop.owner.screens.value == ["welcome", "code", "new-pin", "confirm-pin", "confirm-pin"])
    }

    @Test("a page whose step lists only the PIN gets BRIDGE_FORBIDDEN for a payment, without a question")
    func forbidden() async throws {
        let shop = try await Shop()
        let answers = try await ask(shop, may: ["setPin"], [("confirmPayment", ["paymentReference": "PAY-1"])])
        #expect(answers == ["BRIDGE_FORBIDDEN"])
        #expect(shop.owner.screens.value.isEmpty)
        #expect(try await shop.balance == 2_500_000)
    }
}

/// The wallet's owner, who reads the code from the inbox, has one PIN, and cancels when a screen reports an error.
private final class WalletOwner: Presenter {
    let language = Language.english
    let screens = Shared<[String]>([])
    private let wallet: Wallet

    init(_ wallet: Wallet) { self.wallet = wallet }

    func ask(_ screen: Screen) async -> ScreenAction {
        screens.change { $0.append(screen.id) }
        guard screen.inlineError == nil else { return ScreenAction(action: Screen.back) }
        let pin = ScreenAction.Value.secret(Secret(copying: "13579".utf8))
        switch screen.id {
        case "welcome": return ScreenAction(action: "proceed")
        case "code":
            let message = try? await wallet.messages(to: "01700000021").last
            return ScreenAction(action: "submit", values: ["code": .text((message ?? "").filter(\.isNumber))])
        case "new-pin": return ScreenAction(action: "submit", values: ["new": pin, "repeat": pin])
        case "confirm-pin": return ScreenAction(action: "submit", values: ["pin": pin])
        default: return ScreenAction(action: Screen.cancelled)
        }
    }

    func show(_ screen: Screen) async {}
    func dismiss() async {}
}
