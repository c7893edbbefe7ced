import CardDetailsSDK
import CardDetailsTesting
import CashBaba
import CashBabaTesting
import CredentialSharing
import CredentialSharingTesting
import JourneyBase
import JourneyScreens
import JourneyTesting

/// The screens of the products as users see them, collected from runs against the sandboxes in this process.
enum ProductScreens {
    static func all(in language: Language) async throws -> [Screen] {
        try await wallet(language) + card(language) + sharing(language)
    }

    /// Runs setting and resetting a PIN, and a payment and a transfer with a wrong PIN first.
    static func wallet(_ language: Language) async throws -> [Screen] {
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
                    .press("submit", ["nationalId": .text("1"), "birthDate": .text("x")]), .press(Screen.cancelled),
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
    static func card(_ language: Language) async throws -> [Screen] {
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
    static func sharing(_ language: Language) async throws -> [Screen] {
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
