import CredentialSharing
import Foundation
import JourneyBase
import JourneyScreens
import MobileDocument

/// What the tabs stand on, made once for the process: the Keychain does not keep two stores of documents apart.
@MainActor
final class DemoServices {
    /// What the holder and the reader show. Each has its own, because each shows a screen at any time.
    let holderScreens: SwiftUIPresenter
    let readerScreens: SwiftUIPresenter
    let sharing: DocumentSharing

    init() {
        let language = Language(preferred: Locale.preferredLanguages)
        holderScreens = SwiftUIPresenter(language: language)
        readerScreens = SwiftUIPresenter(language: language)
        let papers = DemoPapers()
        sharing = DocumentSharing.apple(
            holderScreens: holderScreens, readerScreens: readerScreens,
            readers: papers.readers, verifier: DocumentVerifier(trust: papers.issuers))
    }
}
