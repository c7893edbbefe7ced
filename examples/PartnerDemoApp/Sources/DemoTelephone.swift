import CashBabaTesting
import Foundation
import JourneyTesting
import UIKit

/// The telephone of the wallet's customer, and the clock of its service, which a test would move by hand.
///
/// What the service sends lies in the pasteboard: the screen that asks for a code stands above everything else.
@MainActor
final class DemoTelephone {
    private let wallet: WalletSandbox
    private let log: DemoLog
    private var task: Task<Void, Never>?

    init(_ wallet: WalletSandbox, log: DemoLog) {
        self.wallet = wallet
        self.log = log
    }

    /// From now on, as long as the app runs: the tab may be out of sight while its screens are shown.
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
