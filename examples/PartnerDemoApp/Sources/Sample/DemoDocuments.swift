import Foundation
import HSBCPartnerSDK
import JourneyBase

/// A picture of the user's document, for a bank that asks for one: `document.jpg` or `document.png` in the app's folder.
///
/// A released app has a camera. Nothing is handed out without the user's consent.
struct DemoDocuments: DocumentSource {
    let screens: any Presenter

    func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? {
        let files = ["document.jpg", "document.png"].map { DemoFixtures.folder.appendingPathComponent($0) }
        guard let kind = kinds.sorted(by: { $0.rawValue < $1.rawValue }).first,
            let content = files.lazy.compactMap({ try? Data(contentsOf: $0) }).first,
            let document = CapturedDocument(kind: kind, content: [UInt8](content))
        else { throw JourneyError(.scaRequired, "The app's folder has no document.jpg or document.png.") }
        let screen = Screen(
            id: "document", title: "Show your document?", text: "The bank gets the picture in this app's folder.",
            actions: [
                .init(id: "show", label: "Show it"), .init(id: "cancel", label: "Cancel", role: .cancel),
            ])
        let answer = await screens.ask(screen)
        await screens.dismiss()
        return answer.action == "show" ? document : nil
    }
}
