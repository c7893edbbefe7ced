// docs/JourneyKit.docc/CashBabaGuide.md has these lines.
// begin
import CashBaba
import SwiftUI

/// Call this once, when the app starts. `publickey.pem`, from CashBaba, is a resource of the app.
func initializeWallet() throws {
    try CashBabaSDK.shared.initialize(environment: .demo, languageCode: "bn", pemResourceName: "publickey.pem")
}

/// A button that pays. `wToken` comes from your backend.
struct PayButton: View {
    let wToken: HostSecret
    @State private var args: NavigationArgs?
    @State private var sentence = ""

    var body: some View {
        VStack {
            Button("Pay") {
                args = NavigationArgs(
                    type: .CPQRC, wToken: wToken, languageCode: "bn", environment: .demo, paymentReference: "REF-1",
                    clientId: "<client-id>", clientSecret: "<client-secret>")
            }
            Text(verbatim: sentence)
        }
        .cashBaba(
            $args, onSuccess: { result in sentence = result.cpqrcResponse?.data.transactionId ?? "" },
            onFailed: { failure in sentence = failure.errorMessage }, onUserCancel: { sentence = "" })
    }
}
// end

@main
struct YourApp: App {
    init() {
        do { try initializeWallet() } catch { print(error) }
    }

    var body: some Scene {
        WindowGroup { PayButton(wToken: "<token>") }
    }
}
