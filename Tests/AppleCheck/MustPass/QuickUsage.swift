// What a UIKit host writes: docs/reference/cashbaba.md has these lines, and a test runs them with another host.
// They stand as there.
// swift-format-ignore-file
import CashBaba
import UIKit

@MainActor
enum QuickUsage {
    static func run(over hostController: UIViewController) throws {
        // begin
        // Load PEM and init SDK once
        try CashBabaSDK.shared.initialize(environment: .demo, languageCode: "en", pemResourceName: "publickey.pem")

        // Present SDK from host
        let args = NavigationArgs(
          type: .SET_PIN,
          wToken: "<w-token>",
          languageCode: "en",
          environment: .demo,
          clientId: "<client-id>",
          clientSecret: "<client-secret>"
        )
        SDKPresenter.present(from: hostController, args: args, onSuccess: { result in
          // handle success
        }, onFailed: { failure in
          // show failure.errorMessage
        }, onUserCancel: {
          // user closed
        })
        // end
    }
}
