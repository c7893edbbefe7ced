// docs/JourneyKit.docc/CardDetailsGuide.md has these lines.
// begin
import CardDetailsSDK
import Foundation
import SwiftUI

/// The user's card, masked; “Show” opens the flow.
struct CardTab: View {
    let card: CardID
    let user: CardUserID
    let configuration: CardDetailsConfiguration
    let backend: @Sendable () async throws -> Secret
    @State private var details: CardDetails?
    @State private var fault: String?

    var body: some View {
        VStack {
            if let details { CardViewActive(details) } else if let fault { Text(fault) } else { ProgressView() }
        }
        .task {
            let backend = backend
            do {
                details = try await CardDetails.make(card, of: user, configuration: configuration) {
                    CardUserToken(try await backend(), expires: Date(timeIntervalSinceNow: 300))
                }
            } catch {
                // KEY_UNUSABLE, as on a restored device: CardDetails.eraseAll(), then make it anew.
                fault = "Your card isn't available: \((error as? JourneyError)?.code.rawValue ?? "UNKNOWN")"
            }
        }
    }
}
// end

@main
struct YourApp: App {
    private let configuration = Origin(scheme: "https", host: "gateway.example", port: 443).flatMap {
        try? CardDetailsConfiguration(gateway: $0, vault: $0, channels: [.sms])
    }

    var body: some Scene {
        WindowGroup {
            if let configuration, let card = CardID("card-1"), let user = CardUserID("user-1") {
                CardTab(card: card, user: user, configuration: configuration) { Secret(copying: "token".utf8) }
            }
        }
    }
}
