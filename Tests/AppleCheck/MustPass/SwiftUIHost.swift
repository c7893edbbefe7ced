// What a SwiftUI host writes, with SwiftUI's own @Environment beside the wallet's types.
import CashBaba
import SwiftUI

struct PayButton: View {
    let wToken: HostSecret
    @Environment(\.colorScheme) private var colorScheme
    @State private var args: NavigationArgs?
    @State private var sentence = ""

    var body: some View {
        Button("Pay") {
            args = NavigationArgs(
                type: .CPQRC, wToken: wToken, languageCode: "bn", environment: .demo, paymentReference: "REF-1",
                clientId: "<client-id>", clientSecret: "<client-secret>")
        }
        .cashBaba(
            $args, onSuccess: { result in sentence = result.cpqrcResponse?.data.transactionId ?? "" },
            onFailed: { failure in sentence = failure.errorMessage }, onUserCancel: { sentence = "" })
    }
}
