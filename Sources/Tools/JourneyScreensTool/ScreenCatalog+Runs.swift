import CardDetailsSDK
import CardDetailsTesting
import CashBaba
import CashBabaTesting
import CredentialSharing
import CredentialSharingTesting
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyScreens
import JourneyTesting

/// The runs that show the screens of each product, and what no run in a sandbox shows.
extension ScreenCatalog {
    /// Returns the approval of a transaction before and during its signature, a simulated biometric prompt, the form for a document's
    /// picture, the wait for a journey, and the results in a host's app.
    static func partner(_ language: Language) async throws -> [Screen] {
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
        let results: [JourneyResult] = [
            .completed(payload: [
                "amount": 125_050, "currency": "GBP", "payeeName": "Amelia Stone", "reference": "HBHSFVDH4FKG",
            ]),
            .completed(payload: ["accountNumber": "12345678", "productName": "Travel account", "sortCode": "04-00-04"]),
            .pending(payload: ["reference": "ORD-1001"]),
            .failed(code: "NET_TIMEOUT", message: "", recoverable: true),
        ]
        return presenter.shown
            + [
                FileDocuments.screen(for: [.passport, .drivingLicence], in: language),
                LoadingScreen.screen(language),
            ] + results.compactMap { HostScreen(language: language).screen($0) }
    }

    /// A key that needs no person.
    private struct OpenKey: ApprovalKey {
        let key: P256PrivateKey
        init() throws { key = try P256PrivateKey.generate() }
        func unlock(showing _: String) async throws -> any SigningKey { key }
    }

    /// Runs setting, resetting and changing a PIN, and a payment and a transfer with a wrong PIN first; and shows the check of a
    /// face.
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
        _ = await payment.present(.PAYMENT) {
            $0.paymentReference = "PAY-1"
            $0.billInfo = BillInfo(payee: "Meghna Electric", amount: "480.00")
        }
        let changing = try WalletSandbox(language: language) { _ in ["change-pin": [.press(Screen.cancelled)]] }
        _ = await changing.present(.CHANGE_PIN)
        return [new, forgotten, transfer, payment, changing].flatMap(\.presenter.shown) + FaceCheck.screens(language)
    }

    /// Runs a wrong code, the right code, the card, and all payments; the choice of a channel; and the card's home with freezing and
    /// unfreezing; and shows payments.
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
        let channels = try CardSandbox(
            language: language, replies: { _ in ["card-channel": [.press(Screen.cancelled)]] },
            configure: { configuration in
                let both = try? CardDetailsConfiguration(
                    gateway: CardSandbox.origin, vault: CardSandbox.vault, channels: [.sms, .email])
                configuration = both ?? configuration
            })
        _ = await channels.show()
        let home = try CardSandbox(language: language) { _ in
            [
                "card-home": [.press("freeze"), .press("thaw"), .press("close")],
                "card-freeze": [.press("approve")], "card-thaw": [.press("approve")],
                "card-done": [.press("close"), .press("close")],
            ]
        }
        _ = await home.flow.runHome(CardSandbox.card, of: CardSandbox.user)
        let samples = home.presenter.shown.first { $0.id == "card-home" }.map {
            CardSamples.screens(language, home: $0)
        }
        // The wait at a viewing's end depends on the machine's speed, and has its place at the end in any case.
        let hiding = CardSamples.hiding(language)
        let shown = [sandbox, unverified, channels, home].flatMap(\.presenter.shown).filter { $0 != hiding }
        return shown + (samples ?? []) + [hiding]
    }

    /// Runs both sides: everything is shared and verified, and requests by untrusted readers; and shows the choices before them,
    /// and what no run meets.
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
        for hasDocument in [true, false] {
            let replies: [String: [ScriptedPresenter.Reply]] = [
                "sharing-documents": [.press(Screen.cancelled)], "reading-choice": [.press(Screen.cancelled)],
            ]
            let sandbox = try DocumentSandbox(holder: replies, reader: replies, language: language)
            if hasDocument { try await sandbox.issueLicence() }
            await HolderFlow(
                sandbox.holder, source: sandbox.documents, presenter: sandbox.holderScreens,
                dependencies: .fixed(now: sandbox.time.now())
            ).run()
            await ReaderFlow(sandbox.reader, presenter: sandbox.readerScreens).run()
            shown += sandbox.holderScreens.shown + sandbox.readerScreens.shown
        }
        return shown + SharingSamples.screens(language)
    }
}
