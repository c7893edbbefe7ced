// docs/JourneyKit.docc/PartnerSDK.md and GettingStarted.md have these lines.
// begin
import HSBCPartnerSDK
import SwiftUI

/// Starts the bank's journey over this view. `token` comes from your backend, which asked the bank for it.
struct SendMoney: View {
    let token: Secret
    @State private var isPresented = false
    @State private var sentence = ""

    var body: some View {
        VStack {
            Button("Send money") { isPresented = true }
            Text(verbatim: sentence)
        }
        .journey(
            isPresented: $isPresented, params: JourneyStartParams(journeyId: "money-transfer", contextToken: token)
        ) { result in
            sentence =
                switch result {
                case .completed(let payload): "Sent: \(payload["reference"]?.string ?? "")"
                case .pending: "We can't confirm the transfer yet. Check with your bank before you send it again."
                case .cancelled: "Not sent."
                case .failed(let code, _, let recoverable): recoverable ? "Please try again." : "Not sent: \(code)"
                }
        }
    }
}
// end

@main
struct YourApp: App {
    var body: some Scene {
        WindowGroup { SendMoney(token: Secret(copying: "token".utf8)) }
    }
}
