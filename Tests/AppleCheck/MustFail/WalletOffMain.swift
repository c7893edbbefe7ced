// must fail: call to main actor-isolated static method 'present(from:args:theme:faces:sdk:onSuccess:onFailed:onUserCancel:)' in a synchronous nonisolated context
// The wallet is presented over a view controller, which is the main actor's.
import CashBaba
import UIKit

enum Sample {
    static func pay(_ controller: UIViewController, _ args: NavigationArgs) {
        SDKPresenter.present(from: controller, args: args)
    }
}
