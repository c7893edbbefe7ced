import CashBabaTesting
import CredentialSharing
import Foundation
import JourneyBase
import JourneyScreens
import MobileDocument
import ProntoWalletTesting

/// The services of the tabs, created once in the process because the Keychain has one store of documents.
@MainActor
final class DemoServices {
    let language = Language(preferred: Locale.preferredLanguages)
    /// The presenters of the holder and the reader. Each has its own, because both can show a screen at the same time.
    let holderScreens: SwiftUIPresenter
    let readerScreens: SwiftUIPresenter
    let sharing: DocumentSharing
    /// The token of the user who signed in at the app's own server.
    var contextToken: Secret?
    let journeyLog = DemoLog()
    let cardLog = DemoLog()
    let payLog = DemoLog()
    let passLog = DemoLog()
    /// Sandbox services in this process. A released app has none.
    let wallet = try? WalletSandbox(WalletCustomer(pin: nil))
    let passes = try? PassSandbox()
    /// The telephone that receives the wallet's codes.
    let telephone: DemoTelephone?

    init() {
        telephone = wallet.map { [payLog] in DemoTelephone($0, log: payLog) }
        holderScreens = SwiftUIPresenter(language: language)
        readerScreens = SwiftUIPresenter(language: language)
        let fixtures = DemoFixtures()
        sharing = DocumentSharing.apple(
            holderScreens: holderScreens, readerScreens: readerScreens,
            readers: fixtures.readers, verifier: DocumentVerifier(trust: fixtures.issuers))
    }
}
