// The card's own place, in a host of each kind, and the way out where the installation's key cannot be used any more.
import CardDetailsSDK
import SwiftUI
import UIKit

struct CardPlace: View {
    let details: CardDetails
    @State private var isOpen = true

    var body: some View {
        if isOpen { CardHomeView(details) { _ in isOpen = false } }
    }
}

@MainActor
func openCard(_ details: CardDetails, over controller: UIViewController) async -> CardDetailsOutcome {
    await details.presentHome(from: controller)
}

func forgetCards() async throws { try await CardDetails.eraseAll() }
