import Foundation
import JourneyBase
import ProntoWalletSDK
import ProntoWalletTesting
import SwiftUI

extension DemoTab {
    /// A pass bound to the user's account, added to the wallet.
    @MainActor static let pass = DemoTab("Pass", image: "wallet.pass.fill") { PassTab(services: $0) }
}

/// “Add to wallet”: with `passes.json` in the app's folder (`host`, `tag` and `token`) by Apple's sheet, else into a wallet of
/// this process, which demonstrates the flow without a certificate from Apple.
struct PassTab: View {
    let services: DemoServices
    @State private var isBusy = false
    /// The tag whose pass Apple's own sheet shows.
    @State private var tag: String?

    private var log: DemoLog { services.passLog }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Button("Add to wallet") { add() }
                .disabled(isBusy || tag != nil).accessibilityIdentifier("add-to-wallet")
            Divider()
            DemoLogView(log: log)
        }
        .padding(16)
        .addPass($tag) { end($0) }
    }

    private func add() {
        if let settings = DemoPasses.load() {
            ProntoWallet.shared.configure(with: settings.configuration)
            tag = settings.tag
            return
        }
        isBusy = true
        Task {
            do throws(ProvisioningError) { end(.success(try await provision())) } catch { end(.failure(error)) }
            isBusy = false
        }
    }

    /// Adds the pass to the wallet of this process.
    private func provision() async throws(ProvisioningError) -> ProvisioningOutcome {
        guard let sandbox = services.passes else { throw .notConfigured }
        let outcome = try await sandbox.pronto.provisionPass(tagId: "TICKET-001", on: sandbox.wallet)
        log.note("passes: \(sandbox.wallet.passes.keys.sorted().joined(separator: ", "))")
        return outcome
    }

    private func end(_ result: Result<ProvisioningOutcome, ProvisioningError>) {
        switch result {
        case .success(let outcome): log.end(outcome.rawValue)
        case .failure(let error): log.end(error.message(in: services.language))
        }
    }
}

/// The pass server and the user's token, which expires in minutes. A released app asks its own server for one each time.
struct DemoPasses {
    let tag: String
    let configuration: ProntoConfiguration

    static func load() -> DemoPasses? {
        guard let json = try? Data(contentsOf: DemoFixtures.folder.appendingPathComponent("passes.json")),
            let value = try? JSONReader.read([UInt8](json)), let host = value["host"]?.string,
            let tag = value["tag"]?.string, let token = value["token"]?.string
        else { return nil }
        return DemoPasses(
            tag: tag,
            configuration: ProntoConfiguration(environment: .development(host: host), userToken: { token }))
    }
}
