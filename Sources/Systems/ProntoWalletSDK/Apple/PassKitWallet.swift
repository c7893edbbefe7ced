#if canImport(UIKit)
import Foundation
import JourneyBase
public import PassKit
public import UIKit
public import WalletPass

/// The wallet of an iPhone, whose sheet is shown over a view controller.
@MainActor public final class PassKitWallet: NSObject, WalletPresenter {
    // Weak: without its view controller, `present` throws.
    private weak var host: UIViewController?
    private let clock: any Clock<Duration>
    private var isBusy = false
    private var presentation: Presentation?

    public init(over host: UIViewController, clock: any Clock<Duration> = ContinuousClock()) {
        self.host = host
        self.clock = clock
    }

    public var isAvailable: Bool { PKAddPassesViewController.canAddPasses() }

    /// Presents Apple's sheet and returns when it is dismissed, by the person, the host app or the system.
    ///
    /// - Parameters:
    ///   - issuerData: The binding data, exactly as signed.
    ///   - signature: The issuer's signature over `issuerData`.
    /// - Throws: `CancellationError` when UIKit does not present the sheet over the view controller, and while another is
    ///   presented. PassKit's error for data that it refuses.
    public func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        guard !isBusy else { throw CancellationError() }
        isBusy = true
        defer { isBusy = false }
        let sheet = try PKAddPassesViewController(issuerData: Data(issuerData), signature: Data(signature))
        sheet.delegate = self
        sheet.isModalInPresentation = true
        guard let presentation = await Presentation.begin(sheet, over: host, clock: clock, takenAway: {}) else {
            throw CancellationError()
        }
        self.presentation = presentation
        defer { self.presentation = nil }
        await withTaskCancellationHandler {
            await presentation.untilOver()
        } onCancel: {
            Task { @MainActor in await presentation.end() }
        }
    }
}

extension PassKitWallet: PKAddPassesViewControllerDelegate {
    /// Dismisses the sheet. PassKit does not report whether the pass was added.
    public func addPassesViewControllerDidFinish(_: PKAddPassesViewController) {
        presentation?.handle(.dismissalRequested)
    }
}
#endif
