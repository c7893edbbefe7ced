// must fail: call to main actor-isolated instance method 'provisionPass(tagId:idAttribute:from:delegate:)' in a synchronous nonisolated context
// The wallet's sheet stands over a view controller, which is the main actor's.
import ProntoWalletSDK
import UIKit

enum Sample {
    static func add(_ tag: String, _ controller: UIViewController, _ delegate: any ProvisioningDelegate) {
        ProntoWallet.shared.provisionPass(tagId: tag, from: controller, delegate: delegate)
    }
}
