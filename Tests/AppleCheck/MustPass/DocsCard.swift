// docs/JourneyKit.docc/CardDetailsGuide.md has these lines.
// begin
import CardDetailsSDK
import Foundation
import JourneyBase
import SwiftUI

/// The person's card, masked; “Show” opens the flow.
struct CardTab: View {
    let card: CardID
    let user: CardUserID
    let configuration: CardDetailsConfiguration
    let backend: @Sendable () async throws -> Secret
    @State private var details: CardDetails?

    var body: some View {
        VStack {
            if let details { CardViewActive(details) } else { ProgressView() }
        }
        .task {
            let backend = backend
            details = try? await CardDetails.make(card, of: user, configuration: configuration) {
                CardUserToken(try await backend(), expires: Date(timeIntervalSinceNow: 300))
            }
        }
    }
}
// end
