import CashBabaTesting
import Foundation
import JourneyTesting
import UIKit

/// The telephone of the wallet's customer, and the clock of the wallet service, which a test would move itself.
///
/// The service's messages are put on the pasteboard, because the screen that asks for a code covers everything else.
@MainActor
final class DemoTelephone {
    private let wallet: WalletSandbox
    private let log: DemoLog
    private var task: Task<Void, Never>?

    init(_ wallet: WalletSandbox, log: DemoLog) {
        self.wallet = wallet
        self.log = log
    }

    /// Starts to receive for as long as the app runs: the tab may be invisible while its screens are shown.
    func turnOn() {
        guard task == nil else { return }
        setClock()
        task = Task { [wallet, log] in
            var seen = 0
            while (try? await Task.sleep(for: .milliseconds(250))) != nil {
                setClock()
                let codes = wallet.service.codes
                guard codes.count > seen, let code = codes.last else { continue }
                seen = codes.count
                UIPasteboard.general.string = code
                log.note("code \(code), to be pasted")
            }
        }
    }

    private func setClock() { wallet.time.pass(Date().timeIntervalSince(wallet.time.now())) }
}
