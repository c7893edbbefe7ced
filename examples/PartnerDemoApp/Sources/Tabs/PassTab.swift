import Foundation
import JourneyBase
import ProductTesting
import ProntoWalletSDK
import SwiftUI
import UIKit

extension DemoTab {
    /// A pass that is bound to the person's account, into the wallet.
    @MainActor static let pass = DemoTab("Pass", image: "wallet.pass.fill") { PassTab(services: $0) }
}

/// “Add to wallet”: with `passes.json` in the app's folder (`host`, `tag` and `token`) by Apple's sheet, else into a wallet of this
/// process, which shows the way without a certificate of Apple's.
struct PassTab: View {
    let services: DemoServices
    @State private var isBusy = false
    /// Of this window's own: a view controller stands in one.
    @State private var anchor = UIViewController()

    private var log: DemoLog { services.passLog }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Button("Add to wallet") { add() }
                .disabled(isBusy).accessibilityIdentifier("add-to-wallet")
            Divider()
            DemoLogView(log: log)
        }
        .padding(16)
        .background { PassAnchor(anchor: anchor) }
    }

    private func add() {
        isBusy = true
        Task {
            do throws(ProvisioningError) {
                log.end(try await provision().rawValue)
            } catch {
                log.end(error.message(in: services.language))
            }
            isBusy = false
        }
    }

    private func provision() async throws(ProvisioningError) -> ProvisioningOutcome {
        guard let settings = DemoPasses.load() else {
            guard let sandbox = services.passes else { throw .notConfigured }
            let outcome = try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet)
            log.note("passes: \(sandbox.wallet.passes.keys.sorted().joined(separator: ", "))")
            return outcome
        }
        ProntoWallet.shared.configure(with: settings.configuration)
        return try await ProntoWallet.shared.provisionPass(
            tagId: settings.tag, on: PassKitWallet(over: anchor))
    }
}

/// Whose passes: the token is the person's own, and over in minutes; an app for people asks its own server for one each time.
struct DemoPasses {
    let tag: String
    let configuration: ProntoConfiguration

    static func load() -> DemoPasses? {
        guard let json = try? Data(contentsOf: DemoPapers.folder.appendingPathComponent("passes.json")),
            let value = try? JSONReader.read([UInt8](json)), let host = value["host"]?.string,
            let tag = value["tag"]?.string, let token = value["token"]?.string
        else { return nil }
        return DemoPasses(
            tag: tag,
            configuration: ProntoConfiguration(environment: .development(host: host), userToken: { token }))
    }
}

/// Over which Apple's sheet is shown.
struct PassAnchor: UIViewControllerRepresentable {
    let anchor: UIViewController

    func makeUIViewController(context _: Context) -> UIViewController { anchor }
    func updateUIViewController(_: UIViewController, context _: Context) {}
}
