// Each product's way in for the kind of host that the other samples are not.
import CardDetailsSDK
import CredentialSharing
import JourneyScreens
import ProntoWalletSDK
import SwiftUI
import UIKit

final class CardController: UIViewController {
    var card: CardDetails?

    func show() {
        guard let card else { return }
        Task {
            if case .failed = await card.present(from: self) { title = "Not shown" }
        }
    }
}

@MainActor func tabs(
    _ sharing: DocumentSharing, _ holding: SwiftUIPresenter, _ reading: SwiftUIPresenter
) -> [UIViewController] {
    [sharing.presentingController { ScreensView(holding) }, sharing.readingController { ScreensView(reading) }]
}

struct TicketView: View {
    @State private var tag: String?
    @State private var outcome = ""

    var body: some View {
        Button("Add to wallet") { tag = "TICKET-001" }
            .addPass($tag) { result in
                if case .success(let end) = result { outcome = end.rawValue }
            }
    }
}
