import CashBaba
import CashBabaTesting
import JourneyBase
import SwiftUI

extension DemoTab {
    /// A wallet's PIN, payments and transfers.
    @MainActor static let pay = DemoTab("Pay", image: "wallet.pass") { PayTab(services: $0) }
}

/// The wallet's flows, over a service in this process: they work without a server, and no money moves.
///
/// A released app initialises `CashBabaSDK.shared` with its partner's key, and gets its tokens from its own server.
struct PayTab: View {
    let services: DemoServices
    @State private var args: NavigationArgs?

    private var log: DemoLog { services.payLog }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let wallet = services.wallet {
                Button("Set a PIN") { begin(wallet, .SET_PIN) }
                    .accessibilityIdentifier("set-pin")
                Button("Change the PIN") { begin(wallet, .CHANGE_PIN) }
                Button("Pay a bill") { begin(wallet, .PAYMENT) { $0.paymentReference = "PAY-1" } }
                Button("Pay by QR code") { begin(wallet, .CPQRC) { $0.paymentReference = "QR-1" } }
                Button("Send to a bank account") {
                    begin(wallet, .TRANSFER) {
                        $0.transferInfo = TransferInfo(
                            bankTokenNo: "bank-1", transactionAmount: "1250.50", purpose: "rent")
                    }
                }
                Divider()
                DemoLogView(log: log)
                    .cashBaba(
                        $args, sdk: wallet.sdk, onSuccess: { _ in log.end("done") },
                        onFailed: { log.end("failed: \($0.errorMessage)") }, onUserCancel: { log.end("cancelled") })
            } else {
                Text(verbatim: "The wallet's keys could not be created.")
            }
        }
        .padding(16)
        .task { services.telephone?.turnOn() }
    }

    private func begin(
        _ wallet: WalletSandbox, _ type: MethodTypes, _ change: (inout NavigationArgs) -> Void = { _ in }
    ) {
        var next = wallet.arguments(type)
        next.languageCode = services.language.tag
        change(&next)
        args = next
    }
}
