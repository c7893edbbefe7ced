// docs/JourneyKit.docc/ProntoWalletGuide.md has these lines.
// begin
import ProntoWalletSDK
import SwiftUI

/// Call this once, when the app starts. `backend` asks your server for the user's token, which expires in minutes.
func configurePasses(backend: @escaping @Sendable () async throws -> String) {
    ProntoWallet.shared.configure(with: ProntoConfiguration(environment: .staging, userToken: backend))
}

struct TicketView: View {
    @State private var tag: String?
    @State private var sentence = ""

    var body: some View {
        VStack {
            Button("Add to wallet") { tag = "TICKET-001" }
            Text(verbatim: sentence)
        }
        .addPass($tag) { result in
            sentence =
                switch result {
                case .success(.completed): "Added."
                case .success(.cancelled): ""
                case .failure(let error): error.localizedDescription
                }
        }
    }
}
// end

@main
struct YourApp: App {
    init() { configurePasses { "<token>" } }

    var body: some Scene {
        WindowGroup { TicketView() }
    }
}
