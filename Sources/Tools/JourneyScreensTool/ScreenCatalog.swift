import CardDetailsSDK
import CardDetailsTesting
import CashBaba
import CashBabaTesting
import CredentialSharing
import CredentialSharingTesting
package import Foundation
import HSBCPartnerSDK
package import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyScreens
import JourneyTesting

/// The screens of all products as people see them, collected from runs against the sandboxes in this process, and the gallery's.
package struct ScreenCatalog: Sendable {
    /// A screen with its place in the catalog.
    package struct Entry: Sendable {
        package var product: String
        package var screen: Screen
        /// The name, unique in the catalog and the same for each language: product, number and id.
        package var name: String
    }

    package let entries: [Entry]
    /// The time at which the screens were shown: the sandboxes' clocks are stopped.
    package let now: Date

    /// A stopped clock and repeatable random bytes, for pictures that must be equal each time.
    package var dependencies: Dependencies { .fixed(now: now) }

    /// Collects the screens in `language`. Screens that are equal to an earlier one of their product are left out.
    package init(in language: Language) async throws {
        let now = try WalletSandbox().time.now()
        var entries: [Entry] = []
        func add(_ product: String, _ screens: [Screen]) {
            var seen: Set<Screen> = []
            for screen in screens.map(ScreenCatalog.steady) where seen.insert(screen).inserted {
                let number = seen.count
                let name = "\(product)-\(number < 10 ? "0" : "")\(number)-\(screen.id)"
                entries.append(Entry(product: product, screen: screen, name: name))
            }
        }
        add("partner", try await ScreenCatalog.partner(language))
        add("wallet", try await ScreenCatalog.wallet(language))
        add("card", try await ScreenCatalog.card(language))
        add("sharing", try await ScreenCatalog.sharing(language))
        add("gallery", ScreenGallery.screens(in: language, now: now))
        self.entries = entries
        self.now = now
    }

    /// Returns `screen` with the gallery's code in place of a random one, so that two pictures of it are equal.
    private static func steady(_ screen: Screen) -> Screen {
        var screen = screen
        screen.body = screen.body.map { block in
            guard case .code(var code) = block, let modules = ScreenGallery.code else { return block }
            code.modules = modules
            return .code(code)
        }
        return screen
    }

    /// Returns the approval of a transaction before and during its signature, and a simulated biometric prompt.
    private static func partner(_ language: Language) async throws -> [Screen] {
        let presenter = ScriptedPresenter(
            [
                "transaction-approval": [.press("approve")],
                "biometric": [.press("approve")],
            ], language: language)
        let plugin = TransactionApprovalPlugin(
            key: try OpenKey(), instanceKey: try P256PrivateKey.generate(), presenter: presenter)
        let transaction: JSONValue = [
            "reason": "Rent for May", "challenge": "AAECAwQFBgcICQoLDA0ODw", "amount": 125_000, "fee": 50,
            "currency": "GBP", "payeeName": "Amelia Stone", "payeeAccount": "04-00-04 12345678",
        ]
        _ = try await plugin.handle("approveTransaction", params: transaction)
        let reason = ["Rent for May", language.amount("1250.00", "GBP"), "Amelia Stone", "04-00-04 12345678"]
        _ = await PromptBiometrics(presenter: presenter).authenticate(
            reason: reason.map(language.isolatedAtStart).joined(separator: "\n"))
        return presenter.shown
    }

    /// A key that needs no person.
    private struct OpenKey: ApprovalKey {
        let key: P256PrivateKey
        init() throws { key = try P256PrivateKey.generate() }
        func unlock(showing _: String) async throws -> any SigningKey { key }
    }

    /// Runs setting and resetting a PIN, and a payment and a transfer with a wrong PIN first.
    private static func wallet(_ language: Language) async throws -> [Screen] {
        let new = try WalletSandbox(WalletCustomer(pin: nil), language: language) { service in
            [
                "welcome": [.press("proceed")], "code": [.press("submit", typing: "code") { service.lastCode }],
                "new-pin": [
                    .press("submit", secrets: ["new": "13579", "repeat": "97531"]), .press(Screen.cancelled),
                ],
            ]
        }
        _ = await new.present(.SET_PIN) { $0.phone = "+880 1711 000021" }
        let forgotten = try WalletSandbox(language: language) { _ in
            [
                "identity": [
                    .press("submit", ["nationalId": .text("1"), "birthDate": .text("1990-02-28")]),
                    .press(Screen.cancelled),
                ]
            ]
        }
        _ = await forgotten.present(.FORGOT_PIN)
        let paying = { (_: WalletSandbox.Service) in
            ["confirm-pin": [.press("submit", secrets: ["pin": "11354"]), .press(Screen.cancelled)]]
                as [String: [ScriptedPresenter.Reply]]
        }
        let transfer = try WalletSandbox(language: language, replies: paying)
        _ = await transfer.present(.TRANSFER) {
            $0.transferInfo = TransferInfo(
                bankTokenNo: "bank-1", transactionAmount: "1250.50", purpose: "Rent (May), 2/3")
        }
        let payment = try WalletSandbox(language: language, replies: paying)
        _ = await payment.present(.PAYMENT) { $0.paymentReference = "PAY-1" }
        return [new, forgotten, transfer, payment].flatMap(\.presenter.shown)
    }

    /// Runs a wrong code, the right code, the card, and all payments.
    private static func card(_ language: Language) async throws -> [Screen] {
        let sandbox = try CardSandbox(language: language) { service in
            [
                "card-code": [
                    .press("confirm", typing: "code") { "000000" },
                    .press("confirm", typing: "code") { service.lastCode },
                ],
                "card-shown": [.press("history")],
                "card-history": [.press(Screen.back)],
            ]
        }
        _ = await sandbox.show()
        let unverified = try CardSandbox(language: language, replies: { _ in ["card-mfa": [.press("close")]] })
        unverified.service.verify(false)
        _ = await unverified.show()
        return [sandbox, unverified].flatMap(\.presenter.shown)
    }

    /// Runs both sides: everything is shared and verified; and requests by untrusted readers.
    private static func sharing(_ language: Language) async throws -> [Screen] {
        var shown: [Screen] = []
        for believes in [true, false] {
            let sandbox = try DocumentSandbox(language: language, readerBelieves: believes)
            try await sandbox.issueLicence()
            for profile in [RequestProfile.drivingLicence, .ageOver18] {
                try await sandbox.issueLicence()
                _ = try await sandbox.share(profile)
            }
            shown += sandbox.holderScreens.shown + sandbox.readerScreens.shown
        }
        return shown
    }
}
