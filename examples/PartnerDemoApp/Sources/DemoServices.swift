import CashBabaTesting
import CredentialSharing
import Foundation
import JourneyBase
import JourneyScreens
import MobileDocument
import ProntoWalletTesting

/// What the tabs stand on, made once for the process: the Keychain does not keep two stores of documents apart.
@MainActor
final class DemoServices {
    let language = Language(preferred: Locale.preferredLanguages)
    /// What the holder and the reader show. Each has its own, because each shows a screen at any time.
    let holderScreens: SwiftUIPresenter
    let readerScreens: SwiftUIPresenter
    let sharing: DocumentSharing
    /// The token of the person who signed in at the app's own server.
    var contextToken: Secret?
    let journeyLog = DemoLog()
    let cardLog = DemoLog()
    let payLog = DemoLog()
    let passLog = DemoLog()
    /// Services in this process, for what nobody else serves here: an app for people has none.
    let wallet = try? WalletSandbox(WalletCustomer(pin: nil))
    let passes = try? PassSandbox()
    /// Where the wallet's codes come.
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
